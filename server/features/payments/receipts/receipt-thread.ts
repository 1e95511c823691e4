import { answerEach } from '#server/core/lasting-thread.ts'
import { receiptPdf } from './receipt-pdf.ts'

// The thread that sets receipts in type: make-receipt.ts alone starts it.
answerEach(receiptPdf)
