import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { OwnPayment } from '#shared/payments/receipt-contract.ts'
import styles from './author.module.css'
import { ReceiptRows } from './receipts.tsx'
import { words } from './words.ts'

/** What is left of a payment where nothing is to be paid: the paper was withdrawn, rejected or taken up again. */
export function EarlierPayment({ payment, ended }: { payment: OwnPayment; ended: boolean }) {
  return (
    <Panel title={words.earlierPayment}>
      <Message>{textOf(payment, ended)}</Message>
      {payment.receipts.length > 0 && (
        <div className={styles.receipts}>
          <ReceiptRows receipts={payment.receipts} />
        </div>
      )}
    </Panel>
  )
}

function textOf({ held, reported }: OwnPayment, ended: boolean): string {
  if (held.length > 0) return words.heldMoney(held.join(', '), ended)
  return reported ? words.reportedOnce : words.nothingHeld
}
