import { call } from '#client/api/call.ts'
import { usePortions } from '#client/parts/use-portions.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import {
  APPLY_AT_ONCE,
  APPLY_FIRST,
  APPLY_MAX,
  type ConfirmedLine,
  importPayments,
  type JudgedLine,
} from '#shared/payments/import-contract.ts'
import { choiceFor, confirmedLine, type Decision, effectOf, groups, needsYou } from './choices.ts'
import styles from './import.module.css'
import { LineGroup } from './line-group.tsx'
import type { AppliedLine } from './result-step.tsx'
import { type Preview, StepHeader } from './step-header.tsx'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

interface Props {
  preview: Preview
  /** What a person decided, by the lines of the file. */
  decisions: ReadonlyMap<number, Decision>
  onDecisions: (decisions: ReadonlyMap<number, Decision>) => void
  onColumns: () => void
  /** With how many lines were left out as they still need somebody. */
  onDone: (lines: readonly AppliedLine[], left: number) => void
}

/** What importing will do, line by line and to be changed; then does it, in portions. */
export function PlanStep({ preview, decisions, onDecisions, onColumns, onDone }: Props) {
  const decisionOn = (line: JudgedLine): Decision =>
    decisions.get(line.line) ?? { choice: choiceFor(line), paperId: '' }
  const chosen = preview.lines.flatMap((line) => {
    const sent = confirmedLine(line, decisionOn(line))
    return sent === undefined ? [] : [{ line, sent }]
  })
  // What was paid back comes last: it is held against all that came in, in portions before it too.
  const confirmed = [...chosen].sort(
    (a, b) => Number(a.sent.as === 'refund') - Number(b.sent.as === 'refund'),
  )
  const effects = confirmed.map(({ line, sent }) => effectOf(line, sent, preview.fee))
  const number = (effect: (typeof effects)[number]) => effects.filter((one) => one === effect).length
  const counts = { verifies: number('verifies'), notes: number('notes'), either: number('either') }
  // Left out unless somebody chooses something; what has no choice, or is left out on purpose, is ignored.
  const open = preview.lines.filter((line) => needsYou(line, decisions)).length
  const { percent, problem, apply } = useApplying(preview.asOf, (applied) => onDone(applied, open))
  if (percent !== undefined) {
    return (
      <>
        <StepHeader step={3} title={words.plan} />
        <ProgressBar percent={percent} label={words.applying} note={words.applying} />
      </>
    )
  }
  return (
    <>
      <StepHeader
        step={3}
        title={words.plan}
        lead={`${words.planTotal(preview.lines.length, counts, open, preview.lines.length - confirmed.length - open)} ${words.planLead(preview.fee)}`}
      />
      {groups.map((verdict) => (
        <LineGroup
          key={verdict}
          verdict={verdict}
          fee={preview.fee?.amount}
          lines={preview.lines.filter((line) => line.verdict === verdict)}
          decisionOn={decisionOn}
          isOpen={(line) => needsYou(line, decisions)}
          onDecision={(line, decision) => onDecisions(new Map(decisions).set(line.line, decision))}
        />
      ))}
      {problem && <Message kind="error">{problem}</Message>}
      {confirmed.length === 0 && <p>{words.nothing}</p>}
      <div className={styles.actions}>
        {confirmed.length > 0 && (
          <Button onClick={() => void apply(confirmed)}>{problem ? words.goOn : words.apply(counts)}</Button>
        )}
        <Button look="quiet" onClick={onColumns}>
          {words.changeColumns}
        </Button>
      </div>
    </>
  )
}

interface Sent {
  line: JudgedLine
  sent: ConfirmedLine
}

/** Sends lines in portions; those that were applied are known by then and not applied twice. */
function useApplying(asOf: string, onDone: (lines: readonly AppliedLine[]) => void) {
  return usePortions<Sent, AppliedLine>({
    size: APPLY_FIRST,
    most: APPLY_MAX,
    atOnce: APPLY_AT_ONCE,
    keysOf: ({ sent }) => sent.paperIds,
    keyOf: ({ line }) => line.line,
    send: async (portion) => {
      const body = { lines: portion.map(({ sent }) => sent), asOf }
      const { lines } = await call(importPayments, { body, timeout: TIMEOUT_MS })
      return lines.flatMap((outcome, at) => {
        const line = portion[at]?.line
        return line === undefined ? [] : [{ line, ...outcome }]
      })
    },
    onDone,
    words: { leave: words.leave, failed: words.applyFailed, interrupted: words.interrupted },
  })
}
