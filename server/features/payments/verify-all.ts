import { sql } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { payments } from '#server/db/schema.ts'
import { discardOvertaken } from '#server/features/mail/superseded.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { moveAll } from '#server/features/submissions/move.ts'
import { deskRole } from './desk-role.ts'
import { forgottenOf, keptReference } from './forgotten.ts'
import { livePayments } from './live-payment.ts'
import { paymentVerified } from './messages.ts'
import { giveReceipts } from './receipts/give-receipts.ts'

interface Received {
  /** Held for this transaction. */
  submission: Submission
  reference: string | null
  amount: string | null
  /** Of the amount; null: the fee's. */
  currency: string | null
  note: string | null
  /** What its receipt says arrived, where the payment itself says no amount. */
  onReceipt?: { amount: string; currency: string }
}

/**
 * Notes that the fees of several papers arrived, as `verify-payment.ts` does of one: each is complete, and has its receipt. Gives the ids of their payments by submission. Refuses 409,
 * changing nothing, where one of them does not await payment.
 */
export async function verifyAll(ctx: Ctx, all: readonly Received[]): Promise<Map<string, string>> {
  if (all.length === 0) return new Map()
  const moved = await moveAll(
    ctx,
    all.map(({ submission }) => submission),
    'verify_payment',
    { as: deskRole(ctx) },
  )
  await discardOvertaken(
    ctx,
    moved.map(({ id }) => id),
  )
  const reported = await livePayments(
    ctx,
    all.map(({ submission }) => submission.id),
  )
  const { feeAmount, feeCurrency } = await settingsOf(ctx.tx)
  const forgotten = await forgottenOf(
    ctx,
    all.map(({ submission }) => submission),
  )
  const kept = all.map((received) =>
    forgotten.has(received.submission.id)
      ? { ...received, reference: keptReference(received.reference), note: null }
      : received,
  )
  const rows = kept.map(({ submission, currency: _, onReceipt: __, ...received }) => ({
    id: ctx.newId(),
    submissionId: submission.id,
    ...reported.get(submission.id),
    ...received,
    feeAmount: feeAmount || null,
    feeCurrency,
    verifiedAt: ctx.now,
    verifiedBy: personOf(ctx).userId,
  }))
  await ctx.tx
    .insert(payments)
    .select(rowsInOne(payments, rows))
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        verifiedAt: sql`excluded.verified_at`,
        verifiedBy: sql`excluded.verified_by`,
        reference: sql`excluded.reference`,
        amount: sql`excluded.amount`,
        feeAmount: sql`excluded.fee_amount`,
        feeCurrency: sql`excluded.fee_currency`,
        note: sql`excluded.note`,
      },
    })
  const given = await giveReceipts(
    ctx,
    kept.map((received, at) => ({ ...received, ...received.onReceipt, paymentId: rows[at]?.id ?? '' })),
  )
  const told = moved.map((submission, at) => {
    const { amount = null, currency } = all[at]?.onReceipt ?? all[at] ?? {}
    const sum = amount === null ? undefined : `${amount} ${currency ?? feeCurrency}`
    const receipt = given.get(rows[at]?.id ?? '')
    return { userId: submission.authorId, message: paymentVerified(ctx, submission, sum, receipt) }
  })
  await tellEach(ctx, told)
  return new Map(rows.map(({ submissionId, id }) => [submissionId, id]))
}
