import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { bankLines, payments } from '#server/db/schema.ts'
import { discardOvertaken } from '#server/features/mail/superseded.ts'
import { tell, tellEach } from '#server/features/notices/tell.ts'
import { feeOf } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { assertMay, move, moveAll } from '#server/features/submissions/move.ts'
import { partsOf, receivedFor } from '#server/features/submissions/received.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import { lockOnDesk } from './access.ts'
import { forgottenOf, keptReference, saidOfTyped } from './forgotten.ts'
import { livePayment, livePayments } from './live-payment.ts'
import { paymentReopened, paymentVerified } from './messages.ts'
import { hasForeignMoney, refundsAreCovered } from './money-for.ts'
import { notePart, whyNotTheFee } from './note-part.ts'
import { giveReceipts } from './receipts/give-receipts.ts'
import { voidReceipt } from './receipts/void-receipt.ts'

interface Statement {
  reference?: string | undefined
  /** Decimal, `250` or `250.00`: what arrived beside the parts noted before. */
  amount?: string | undefined
  note?: string | undefined
  /** What an amount is that does not make up the fee. */
  as?: 'part' | 'paid' | undefined
}

/**
 * Notes that the fee arrived: the submission is complete, and has its receipt (portal.md §4). What was noted before counts;
 * where no amount is given it is that alone, or where nothing was noted the fee. Refuses 404, 409, and 409 `not_the_fee`
 * where an amount does not make up the fee and nobody said what it is.
 */
export async function verifyPayment(ctx: Ctx, paperId: string, given: Statement) {
  const { reference, amount, note, as } = given
  const submission = await lockOnDesk(ctx, paperId)
  assertMay(submission.stage, 'verify_payment')
  const fee = await feeOf(ctx)
  const before = (await receivedFor(ctx, fee?.currency, [submission.id])).get(submission.id) ?? 0
  const arrived = amount === undefined ? undefined : { cents: centsIn(amount), before }
  const unfit = fee === undefined || arrived === undefined ? undefined : whyNotTheFee(arrived, fee)
  if (unfit !== undefined && as === undefined) throw new AppError('not_the_fee', unfit.message, unfit.details)
  const notKept = await saidOfTyped(ctx, submission, reference, note)
  if (as === 'part') {
    if (amount === undefined || unfit?.details.missing == null)
      throw new AppError(
        'wrong_state',
        'Only an amount below what is due is a part. Verify the payment instead.',
      )
    await notePart(ctx, submission, { amount, text: [reference, note].filter(Boolean).join(' · ') })
    return {
      message: notKept
        ? `The part was noted.${notKept}`
        : 'The part was noted; the author is told what is still due.',
    }
  }
  // What is worth the fee may have come in another currency: then nobody says that the fee itself did.
  const unsaid = (await hasForeignMoney(ctx, submission)) ? undefined : fee?.cents
  const total = (arrived?.cents ?? 0) + before || unsaid
  const received = {
    reference: reference || null,
    amount: total === undefined ? null : decimalOf(total),
    currency: null,
    note: note || null,
  }
  await verifyAll(ctx, [{ submission, ...received }])
  return { message: `Payment verified; the submission is complete.${notKept}` }
}

interface Received {
  /** Held for this transaction. */
  submission: Submission
  reference: string | null
  amount: string | null
  /** Of the amount; null: the fee's. */
  currency: string | null
  note: string | null
}

/**
 * As {@link verifyPayment}, for several papers together; gives the ids of their payments by submission. Refuses 409,
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
  const rows = kept.map(({ submission, currency: _, ...received }) => ({
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
    kept.map((received, at) => ({ ...received, paymentId: rows[at]?.id ?? '' })),
  )
  const told = moved.map((submission, at) => {
    const { amount = null, currency } = all[at] ?? {}
    const sum = amount === null ? undefined : `${amount} ${currency ?? feeCurrency}`
    const receipt = given.get(rows[at]?.id ?? '')
    return { userId: submission.authorId, message: paymentVerified(ctx, submission, sum, receipt) }
  })
  await tellEach(ctx, told)
  return new Map(rows.map(({ submissionId, id }) => [submissionId, id]))
}

/**
 * Takes a verification back, with a reason; the row stays, its receipt is void, and the paper awaits payment again: as
 * reported, where its author had said so. The statement's lines that made it may be imported again; what came after it
 * counts as noted before the next. Refuses 404, 409, also where some of it was paid back.
 */
export async function reopenPayment(ctx: Ctx, paperId: string, typed: string) {
  const submission = await lockOnDesk(ctx, paperId)
  const notKept = await saidOfTyped(ctx, submission, typed)
  const reason = notKept === '' ? typed : ''
  const moved = await move(ctx, submission, 'reopen_payment', { as: deskRole(ctx), note: reason || null })
  const verified = await livePayment(ctx, submission.id)
  if (verified === undefined) throw new Error(`complete submission ${submission.id} has no payment`)
  await ctx.tx
    .update(payments)
    .set({ reopenedAt: ctx.now, reopenedBy: personOf(ctx).userId, reopenReason: reason })
    .where(eq(payments.id, verified.id))
  await ctx.tx
    .update(bankLines)
    .set({ releasedAt: ctx.now })
    .where(and(eq(bankLines.paymentId, verified.id), isNull(bankLines.releasedAt)))
  await ctx.tx
    .update(bankLines)
    .set({ use: 'note' })
    .where(
      and(
        eq(bankLines.submissionId, submission.id),
        eq(bankLines.use, 'double'),
        isNull(bankLines.releasedAt),
      ),
    )
  if (!(await refundsAreCovered(ctx, moved))) {
    throw new AppError(
      'wrong_state',
      'A part of this payment was paid back. Remove that line from the paper first; then take the verification back.',
    )
  }
  const { reportedAt, paidOn, authorNote, answeredAt } = verified
  if (reportedAt !== null) {
    const again = { id: ctx.newId(), submissionId: submission.id, reportedAt, paidOn, authorNote, answeredAt }
    await ctx.tx.insert(payments).values(again)
  }
  const receipt = await voidReceipt(ctx, verified.id)
  const isReported = reportedAt !== null && answeredAt === null
  const part = (await partsOf(ctx, [moved])).get(moved.id)
  const told = { reason, isReported, part, receipt: receipt?.name }
  await tell(ctx, [moved.authorId], paymentReopened(ctx, moved, told))
  return { message: `The verification was taken back; the paper awaits payment.${notKept}` }
}

function deskRole(ctx: Ctx): 'admin' | 'staff' {
  return personOf(ctx).permissions.includes('admin') ? 'admin' : 'staff'
}
