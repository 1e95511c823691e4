import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { type JudgedLine, type LineOutcome, lineOutcomes } from '#shared/payments/import-contract.ts'
import styles from './import.module.css'
import { StepHeader } from './step-header.tsx'
import { words } from './words.ts'

/** A line and what became of it. */
export interface AppliedLine {
  line: JudgedLine
  outcome: LineOutcome
  paperIds: string[]
}

/** As many lines as are drawn of each outcome; the rest is counted. */
const SHOWN = 50

interface Props {
  lines: readonly AppliedLine[]
  /** How many lines were left out as they still need somebody. */
  left: number
  onAnother: () => void
}

/** What became of the lines. */
export function ResultStep({ lines, left, onAnother }: Props) {
  const groups = lineOutcomes.map((outcome) => ({
    outcome,
    of: lines.filter((line) => line.outcome === outcome),
  }))
  const filled = groups.filter(({ of }) => of.length > 0)
  return (
    <>
      <StepHeader
        step={4}
        title={words.result}
        lead={filled.map(({ outcome, of }) => `${words.outcomes[outcome]}: ${of.length}`).join(' · ')}
      />
      {[...filled].reverse().map(({ outcome, of }) => (
        <Panel key={outcome} title={`${words.outcomes[outcome]} (${of.length})`}>
          <Rows label={words.outcomes[outcome]}>
            {of.slice(0, SHOWN).map(({ line, paperIds }) => (
              <Row
                key={line.line}
                title={[paperIds.join(', '), [line.amount, line.currency].filter(Boolean).join(' ')]
                  .filter(Boolean)
                  .join(' · ')}
                meta={
                  <>
                    <span>{words.line(line.line)}</span>
                    <span>{line.text || line.payer}</span>
                  </>
                }
              />
            ))}
          </Rows>
          {of.length > SHOWN && <p>{words.more(of.length - SHOWN)}</p>}
        </Panel>
      ))}
      {left > 0 && <p>{words.left(left)}</p>}
      <p className={styles.actions}>
        <Button look="secondary" onClick={onAnother}>
          {words.another}
        </Button>
      </p>
    </>
  )
}
