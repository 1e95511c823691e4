import { answerEach } from '#server/core/lasting-helper.ts'
import { settleIn } from '#server/core/own-process.ts'
import { receiptPdf } from './receipt-pdf.ts'

// The process that sets receipts in type: make-receipt.ts alone starts it.
settleIn()
answerEach(receiptPdf)
