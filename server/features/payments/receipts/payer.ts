import { and, count, eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { payers, receipts } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { lockOwnSubmission, ownSubmission, type Submission } from '#server/features/submissions/access.ts'
import { moneyLeftFor } from '#server/features/submissions/money-left.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import type { OwnPayment, Payer } from '#shared/payments/receipt-contract.ts'
import { livePayment } from '../live-payment.ts'
import { receiptRenewed } from '../messages.ts'
import { giveReceipts, payersOf } from './give-receipts.ts'
import { receiptsOf } from './list-receipts.ts'
import { voidReceipt } from './void-receipt.ts'

/** So often can the receipt of one payment be made anew; more is for the organisers to look at. */
const RECEIPTS_MAX = 10

/** One's own paper: whom its receipt is made out to, and its receipts. Refuses 404. */
export async function readPayment(ctx: Ctx, paperId: string) {
  return paymentOf(ctx, await ownSubmission(ctx, { paperId }))
}

/**
 * Says whom the receipt is made out to. A receipt already given is not altered: it becomes void, and a new one with a
 * number of its own takes its place. Refuses 404, 409.
 */
export async function savePayer(ctx: Ctx, paperId: string, payer: Payer) {
  const submission = await lockOwnSubmission(ctx, { paperId })
  if (!isCharged(submission.stage)) {
    throw new AppError('wrong_state', 'There is nothing to pay for this paper now.')
  }
  const before = (await payersOf(ctx, [submission])).get(submission.id)
  await ctx.tx
    .insert(payers)
    .values({ submissionId: submission.id, ...payer })
    .onConflictDoUpdate({ target: payers.submissionId, set: payer })
  const same =
    before !== undefined &&
    (['name', 'address', 'taxNumber'] as const).every((field) => before[field] === payer[field])
  const renewed = same ? undefined : await renew(ctx, submission)
  const message = renewed === undefined ? 'Saved.' : `Saved. Your new receipt is ${renewed}.`
  return { message, ...(await paymentOf(ctx, submission)) }
}

/** Makes the receipt of a verified payment anew; gives the new one's number. Undefined: there is nothing paid yet. */
async function renew(ctx: Ctx, submission: Submission): Promise<string | undefined> {
  const payment = await livePayment(ctx, submission.id)
  if (payment === undefined || payment.verifiedAt === null) return undefined
  const [given] = await ctx.tx
    .select({ count: count() })
    .from(receipts)
    .where(and(eq(receipts.paymentId, payment.id)))
  if (given !== undefined && given.count >= RECEIPTS_MAX) {
    throw new AppError(
      'wrong_state',
      'This receipt was made anew many times. Please ask the organisers to change it.',
    )
  }
  const old = await voidReceipt(ctx, payment.id)
  const { amount, reference } = payment
  const paid = old ?? { amount, reference, currency: null }
  const { currency } = paid
  const made = await giveReceipts(ctx, [
    { paymentId: payment.id, submission, amount: paid.amount, currency, reference: paid.reference },
  ])
  const receipt = made.get(payment.id)
  if (receipt === undefined) throw new Error('no receipt was given')
  await tell(ctx, [submission.authorId], receiptRenewed(ctx, submission, receipt, old?.name ?? ''))
  return receipt.name
}

/** Whom the receipt of one's own paper is made out to, its receipts, and money kept for it. */
export async function paymentOf(ctx: Ctx, submission: Submission): Promise<OwnPayment> {
  const payer = (await payersOf(ctx, [submission])).get(submission.id)
  if (payer === undefined) throw new Error(`submission ${submission.id} has no author`)
  const receipts = (await receiptsOf(ctx, [submission.id])).get(submission.id) ?? []
  return { payer, receipts, ...(await leftOf(ctx, submission)) }
}

/** What is left of a payment for a paper that is not charged. */
async function leftOf(ctx: Ctx, submission: Submission): Promise<Pick<OwnPayment, 'held' | 'reported'>> {
  if (isCharged(submission.stage)) return { held: [], reported: false }
  const { sums: held = [], reported = false } =
    (await moneyLeftFor(ctx, [submission.id])).get(submission.id) ?? {}
  return { held, reported }
}
