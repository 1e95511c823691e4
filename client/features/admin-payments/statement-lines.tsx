import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { type Payment, releaseLine } from '#shared/payments/contract.ts'
import styles from './statement-lines.module.css'
import { words } from './words.ts'

type Line = Payment['lines'][number]

/** What statements brought for a paper, where it is more than the one line that paid it. */
export function StatementLines({ payment: { paperId, lines, verified } }: { payment: Payment }) {
  if (lines.every(({ use }) => use === 'payment') && lines.length < 2) return null
  // What a payment was verified with goes with it alone.
  const isPaidWith = ({ use, currency }: Line) =>
    use === 'payment' ||
    (use === 'note' && verified !== null && (currency ?? verified.currency) === verified.currency)
  return (
    <ul className={styles.lines} aria-label={words.lines(paperId)}>
      {lines.map((line) => (
        <li key={line.id}>
          <span>
            {[
              line.date,
              [line.amount, line.currency].filter(Boolean).join(' '),
              words.uses[line.amount.startsWith('-') ? 'refund' : line.use],
              line.text || line.payer,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {!isPaidWith(line) && <ReleaseButton line={line} />}
        </li>
      ))}
    </ul>
  )
}

function ReleaseButton({ line }: { line: Line }) {
  const [asking, setAsking] = useState(false)
  const release = useDeed({
    run: () => call(releaseLine, { params: { lineId: line.id } }),
    fallback: words.actionFailed,
    done: (answer) => answer.message,
    after: () => setAsking(false),
    inPlace: true,
  })
  return (
    <>
      <Button
        look="quiet"
        small
        onClick={() => {
          release.forget()
          setAsking(true)
        }}
      >
        {words.release}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.releaseTitle}
        confirm={words.release}
        cancel={words.cancel}
        busy={release.busy}
        problem={release.problem}
        onConfirm={() => release.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        <p>{words.releaseText}</p>
      </ConfirmDialog>
    </>
  )
}
