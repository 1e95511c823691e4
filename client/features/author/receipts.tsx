import { buttonClass } from '#client/ui/button.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { OwnPayment, Receipt } from '#shared/payments/receipt-contract.ts'
import styles from './author.module.css'
import { PayerButton } from './payer-button.tsx'
import { words } from './words.ts'

/** A paper's receipts, void ones too, and whom they are made out to. */
export function Receipts({ paperId, payment }: { paperId: string; payment: OwnPayment }) {
  const { payer, receipts } = payment
  return (
    <div className={styles.receipts}>
      <ReceiptRows receipts={receipts} />
      <div className={styles.version}>
        <p className={styles.main}>
          {receipts.length === 0 ? words.receiptFor : words.madeOutTo} <strong>{payer.name}</strong>
        </p>
        <PayerButton paperId={paperId} payer={payer} given={receipts.length > 0} />
      </div>
    </div>
  )
}

/** Receipts, each with its way to the PDF. */
export function ReceiptRows({ receipts }: { receipts: readonly Receipt[] }) {
  return receipts.map((receipt) => <ReceiptRow key={receipt.number} receipt={receipt} />)
}

function ReceiptRow({ receipt: { number, issuedAt, voidedAt, downloadUrl } }: { receipt: Receipt }) {
  return (
    <div className={styles.version}>
      <div className={styles.main}>
        <strong>{words.receipt(number)}</strong>
        <p className={styles.facts}>
          <TimeText at={issuedAt} dayOnly />
          {voidedAt !== null && <StatusPill kind="rejected">{words.receiptVoid}</StatusPill>}
        </p>
      </div>
      <div className={styles.actions}>
        <a className={buttonClass('secondary', true)} href={downloadUrl} download>
          {voidedAt === null ? words.downloadReceipt : words.downloadVoid(number)}
        </a>
      </div>
    </div>
  )
}
