import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { OwnPayment } from '#shared/payments/receipt-contract.ts'
import styles from './author.module.css'
import { readPayment } from './calls.ts'
import { ReceiptRows } from './receipts.tsx'
import { words } from './words.ts'

/** What is left of a payment where nothing is to be paid: the paper was withdrawn, rejected or taken up again. */
export function EarlierPayment({ paperId, ended }: { paperId: string; ended: boolean }) {
  const { data } = useQuery(queryOf(readPayment, { params: { paperId } }))
  if (data === undefined) return null
  return (
    <Panel title={words.earlierPayment}>
      <Message>{textOf(data, ended)}</Message>
      {data.receipts.length > 0 && (
        <div className={styles.receipts}>
          <ReceiptRows receipts={data.receipts} />
        </div>
      )}
    </Panel>
  )
}

function textOf({ held, reported }: OwnPayment, ended: boolean): string {
  if (held.length > 0) return words.heldMoney(held.join(', '), ended)
  return reported ? words.reportedOnce : words.nothingHeld
}
