import { parentPort } from 'node:worker_threads'
import { type ReceiptFacts, receiptPdf } from './receipt-pdf.ts'

/** What the thread is asked, and what it answers: each under the same number. */
export interface Asked {
  id: number
  facts: ReceiptFacts
}
export type Answered = { id: number; bytes: Uint8Array } | { id: number; failed: unknown }

// The thread that sets receipts in type: make-receipt.ts alone starts it and writes to it.
parentPort?.on('message', ({ id, facts }: Asked) => {
  const answer = (answered: Answered) => parentPort?.postMessage(answered)
  receiptPdf(facts).then(
    (bytes) => answer({ id, bytes }),
    (failed: unknown) => answer({ id, failed }),
  )
})
