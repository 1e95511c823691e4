import { useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { JudgedLine, LineVerdict } from '#shared/payments/import-contract.ts'
import { type Choice, choicesFor, type Decision, isPaidBack, isWrongId } from './choices.ts'
import { partsFor } from './divide.ts'
import { DivideFields } from './divide-fields.tsx'
import styles from './import.module.css'
import { sumOf, totalsOf } from './sum-of.ts'
import { words } from './words.ts'

/** As many lines as are drawn at a time; a statement may have thousands. */
const SHOWN = 25
/** What wants no look is folded away. */
const folded: readonly LineVerdict[] = ['known', 'none']

interface Props {
  verdict: LineVerdict
  /** What one paper costs, where that is said. */
  fee: string | undefined
  lines: readonly JudgedLine[]
  decisionOn: (line: JudgedLine) => Decision
  /** Whether nobody has said yet what is to be done with a line. */
  isOpen: (line: JudgedLine) => boolean
  onDecision: (line: JudgedLine, decision: Decision) => void
}

/** The lines of one verdict, each with what is to be done; nothing when there are none. */
export function LineGroup({ verdict, fee, lines, decisionOn, isOpen, onDecision }: Props) {
  const [shown, setShown] = useState(folded.includes(verdict) ? 0 : SHOWN)
  if (lines.length === 0) return null
  const title = words.groups[verdict]
  return (
    <Panel title={`${title} (${lines.length})`}>
      <p>
        {words.groupHints[verdict]} {lines.length > 1 && verdict !== 'none' && togetherOf(lines)}
      </p>
      {shown > 0 && (
        <Rows label={title}>
          {lines.slice(0, shown).map((line) => (
            <LineRow
              key={line.line}
              line={line}
              fee={fee}
              decision={decisionOn(line)}
              isOpen={isOpen(line)}
              onDecision={(decision) => onDecision(line, decision)}
            />
          ))}
        </Rows>
      )}
      {lines.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + SHOWN * 4)}>
          {(shown === 0 ? words.showsFirst : words.shows)(Math.min(lines.length - shown, SHOWN * 4))}
        </Button>
      )}
    </Panel>
  )
}

/** What a group's lines come to; nothing where no amounts are. Never of sums and of what is no payment. */
function togetherOf(lines: readonly JudgedLine[]): string {
  const totals = totalsOf(lines)
  return totals.length === 0 ? '' : words.together(totals.join(', '))
}

interface RowProps {
  line: JudgedLine
  fee: string | undefined
  decision: Decision
  isOpen: boolean
  onDecision: (decision: Decision) => void
}

function LineRow({ line, fee, decision, isOpen, onDecision }: RowProps) {
  const id = useId()
  const choices = choicesFor(line)
  const { papers, likely, payer, date, text, before, earlier, state } = line
  const [paper] = papers
  return (
    <Row
      title={[sumOf(line), papers.map(({ paperId }) => paperId).join(', ')].filter(Boolean).join(' · ')}
      meta={
        <>
          <span>{words.line(line.line)}</span>
          {date && <span>{date}</span>}
          {papers.length === 1 && paper && <span>{words.authorIs(paper.author)}</span>}
          {payer && <span>{words.payerIs(payer)}</span>}
          {before && <span>{words.before(before)}</span>}
        </>
      }
      status={
        (choices.length > 0 || isOpen) && (
          <div className={styles.choice}>
            {state && <span>{words.state(state)}</span>}
            {isOpen && <StatusPill kind="changes">{words.needsYou}</StatusPill>}
            {choices.length > 0 && (
              <SelectField
                id={`${id}-choice`}
                name={`choice-${line.line}`}
                label={<span className={styles.unseen}>{words.what(line.line)}</span>}
                value={decision.choice}
                options={choices.map((value) => ({ value, label: labelOf(value, line, fee) }))}
                onValue={(value) => {
                  const choice = choices.find((one) => one === value)
                  if (choice === undefined) return
                  const parts = choice === 'divide' ? { parts: decision.parts ?? partsFor(line, fee) } : {}
                  onDecision({ ...decision, choice, ...parts })
                }}
              />
            )}
            {decision.choice === 'divide' && (
              <DivideFields
                line={line}
                parts={decision.parts ?? []}
                onParts={(parts) => onDecision({ ...decision, parts })}
              />
            )}
            {decision.choice === 'other' && (
              <TextField
                id={`${id}-paper`}
                name={`paper-${line.line}`}
                label={words.paperId(line.line)}
                value={decision.paperId}
                error={isWrongId(decision.paperId) ? words.wrongId : undefined}
                onValue={(paperId) => onDecision({ ...decision, paperId })}
              />
            )}
          </div>
        )
      }
    >
      {text !== payer && <p className={styles.text}>{text}</p>}
      {isOpen && likely.length > 0 && <p className={styles.text}>{words.likely(papersInWords(likely))}</p>}
      {earlier && <p className={styles.text}>{earlierInWords(earlier)}</p>}
    </Row>
  )
}

const papersInWords = (papers: JudgedLine['likely']) =>
  papers.map(({ paperId, author }) => words.paperBy(paperId, author)).join(', ')

function earlierInWords({ date, amount, payer, text }: NonNullable<JudgedLine['earlier']>) {
  return words.earlier([date, amount, text || payer].filter(Boolean).join(' · '))
}

/** What a line is noted as. */
function noteOf(verdict: LineVerdict): keyof typeof words.note {
  if (verdict === 'by_hand') return 'double'
  return verdict === 'part' || verdict === 'double' ? verdict : 'other'
}

function labelOf(choice: Choice, line: JudgedLine, fee: string | undefined): string {
  const { verdict, papers, likely } = line
  if (choice === 'note' && isPaidBack(line)) return words.note.refund
  if (choice === 'note') return words.note[noteOf(verdict)]
  if (choice === 'pay') return verdict === 'part' ? words.paidInFull : words.choices.pay
  if (choice === 'out' || choice === 'same' || choice === 'divide') return words.choices[choice]
  const isHeld = fee !== undefined && !isPaidBack(line)
  if (choice === 'other') return words.otherPaper(isHeld)
  const paper = [...papers, ...likely].find(({ paperId }) => choice === `for:${paperId}`)
  return paper === undefined ? choice : words.forPaper(paper, isHeld)
}
