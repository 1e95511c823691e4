import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import {
  APPLY_MAX,
  type ConfirmedLine,
  importPayments,
  type JudgedLine,
} from '#shared/payments/import-contract.ts'
import { choiceFor, confirmedLine, type Decision, groups } from './choices.ts'
import styles from './import.module.css'
import { LineGroup } from './line-group.tsx'
import type { AppliedLine } from './result-step.tsx'
import { type Preview, StepHeader } from './step-header.tsx'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

interface Props {
  preview: Preview
  onColumns: () => void
  onDone: (lines: readonly AppliedLine[]) => void
}

/** What importing will do, line by line and to be changed; then does it, in portions. */
export function PlanStep({ preview, onColumns, onDone }: Props) {
  const [decisions, setDecisions] = useState<ReadonlyMap<number, Decision>>(new Map())
  const { percent, problem, apply } = useApplying(onDone)
  const decisionOn = (line: JudgedLine): Decision =>
    decisions.get(line.line) ?? { choice: choiceFor(line), paperId: '' }
  const confirmed = preview.lines.flatMap((line) => {
    const sent = confirmedLine(line, decisionOn(line))
    return sent === undefined ? [] : [{ line, sent }]
  })
  const pays = confirmed.filter(({ sent }) => sent.as === 'payment').length
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
      <StepHeader step={3} title={words.plan} lead={words.planLead(preview.fee)} />
      {groups.map((verdict) => (
        <LineGroup
          key={verdict}
          verdict={verdict}
          lines={preview.lines.filter((line) => line.verdict === verdict)}
          decisionOn={decisionOn}
          onDecision={(line, decision) => setDecisions(new Map(decisions).set(line.line, decision))}
        />
      ))}
      {problem && <Message kind="error">{problem}</Message>}
      {confirmed.length === 0 && <p>{words.nothing}</p>}
      <div className={styles.actions}>
        {confirmed.length > 0 && (
          <Button onClick={() => void apply(confirmed)}>
            {problem ? words.goOn : words.apply(pays, confirmed.length - pays)}
          </Button>
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

/**
 * Sends lines in portions. After a failure the same lines can be sent again: what was applied is known by then and not
 * applied twice.
 */
function useApplying(onDone: Props['onDone']) {
  const client = useQueryClient()
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [applied, setApplied] = useState<ReadonlyMap<number, AppliedLine>>(new Map())
  useAskBeforeLeaving(percent === undefined ? undefined : words.leave)

  const apply = async (all: readonly Sent[]) => {
    const done = new Map(applied)
    const open = all.filter(({ line }) => !done.has(line.line))
    setProblem(undefined)
    setPercent(0)
    try {
      for (let from = 0; from < open.length; from += APPLY_MAX) {
        const portion = open.slice(from, from + APPLY_MAX)
        const body = { lines: portion.map(({ sent }) => sent) }
        const answer = await call(importPayments, { body, timeout: TIMEOUT_MS })
        for (const [at, { line }] of portion.entries()) {
          const outcome = answer.lines[at]
          if (outcome !== undefined) done.set(line.line, { line, ...outcome })
        }
        setPercent(Math.floor(((from + portion.length) / open.length) * 100))
      }
      await client.invalidateQueries()
      onDone([...done.values()])
    } catch (error) {
      setApplied(done)
      const said = messageOf(error, words.applyFailed)
      setProblem(done.size === 0 ? said : `${said} ${words.interrupted(done.size, all.length)}`)
    } finally {
      setPercent(undefined)
    }
  }
  return { percent, problem, apply }
}
