import { disposition } from '#server/features/files/answer-file.ts'
import type { Portal } from '#server/http/portal.ts'
import { serve, serveRaw, serveSteps } from '#server/http/serve.ts'
import * as contract from '#shared/payments/contract.ts'
import { importPayments, previewImport as previewCall } from '#shared/payments/import-contract.ts'
import * as receipts from '#shared/payments/receipt-contract.ts'
import { abstractOverview } from '#shared/submissions/contract.ts'
import { applyImport } from './import/apply-import.ts'
import { previewImport } from './import/preview-import.ts'
import { listPayments } from './list-payments.ts'
import { ownOverview } from './own-overview.ts'
import { readPayment, savePayer } from './receipts/payer.ts'
import { readReceipt } from './receipts/read-receipt.ts'
import { releaseLine } from './release-line.ts'
import { reopenPayment } from './reopen-payment.ts'
import { reportPayment } from './report-payment.ts'
import { settleReport } from './settle-report.ts'
import { verifyPayment } from './verify-payment.ts'

/** The payments desk, the author's overview of a submission with its payment, their report, and receipts. */
export function paymentsRoutes(portal: Portal): void {
  serve(portal, abstractOverview, (ctx, { params }) => ownOverview(ctx, params.abstractId))
  serve(portal, contract.listPayments, (ctx, { query }) => listPayments(ctx, query))
  serve(portal, contract.reportPayment, (ctx, { params, body }) => reportPayment(ctx, params.paperId, body))
  serve(portal, contract.verifyPayment, (ctx, { params, body }) => verifyPayment(ctx, params.paperId, body))
  serve(portal, contract.reopenPayment, (ctx, { params, body }) =>
    reopenPayment(ctx, params.paperId, body.reason),
  )
  serve(portal, contract.settleReport, (ctx, { params, body }) => settleReport(ctx, params.paperId, body))
  serveSteps(portal, previewCall, (steps, { body }) => previewImport(steps, body))
  serve(portal, importPayments, (ctx, { body }) => applyImport(ctx, body.lines, body.asOf))
  serve(portal, contract.releaseLine, (ctx, { params }) => releaseLine(ctx, params.lineId))
  serve(portal, receipts.readPayment, (ctx, { params }) => readPayment(ctx, params.paperId))
  serve(portal, receipts.savePayer, (ctx, { params, body }) => savePayer(ctx, params.paperId, body))
  serveRaw(portal, receipts.readReceipt, async (ctx, { params }, _request, reply) => {
    const { fileName, mime, bytes } = await readReceipt(ctx, params.link)
    return reply
      .headers({
        'Content-Type': mime,
        'Content-Disposition': disposition('attachment', fileName),
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'Cache-Control': 'no-store',
      })
      .send(bytes)
  })
}
