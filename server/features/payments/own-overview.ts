import type { Ctx } from '#server/core/ctx.ts'
import { abstractOverview } from '#server/features/submissions/abstract-overview.ts'
import { ownSubmission } from '#server/features/submissions/access.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { paymentOf } from './receipts/payer.ts'

/**
 * One's own submission, and its payment where something is or was to be paid: its screen asks once (portal.md §3
 * "Abstract overview"). Refuses 404.
 */
export async function ownOverview(ctx: Ctx, abstractId: string) {
  const submission = await ownSubmission(ctx, { abstractId })
  const overview = await abstractOverview(ctx, submission)
  const hasPayment = isCharged(submission.stage) || overview.abstract.paymentEarlier
  return { ...overview, payment: hasPayment ? await paymentOf(ctx, submission) : null }
}
