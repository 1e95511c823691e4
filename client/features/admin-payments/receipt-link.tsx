import { StatusPill } from '#client/ui/status-pill.tsx'
import type { Receipt } from '#shared/payments/receipt-contract.ts'
import { words } from './words.ts'

/** A receipt by its number, as the link that downloads it; void ones say so. */
export function ReceiptLink({ receipt: { number, voidedAt, downloadUrl } }: { receipt: Receipt }) {
  return (
    <>
      <a href={downloadUrl} download>
        {words.receipt} {number}
      </a>
      {voidedAt !== null && (
        <>
          {' '}
          <StatusPill kind="rejected">{words.receiptVoid}</StatusPill>
        </>
      )}
    </>
  )
}
