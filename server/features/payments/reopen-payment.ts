import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { bankLines, payments } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { move } from '#server/features/submissions/move.ts'
import { partsOf } from '#server/features/submissions/received.ts'
import { lockOnDesk } from './access.ts'
import { deskRole } from './desk-role.ts'
import { saidOfTyped } from './forgotten.ts'
import { livePayment } from './live-payment.ts'
import { paymentReopened } from './messages.ts'
import { refundsAreCovered } from './money-for.ts'
import { voidReceipt } from './receipts/void-receipt.ts'

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
  const { reportedAt, paidOn, authorNote, answeredAt, unfound } = verified
  if (reportedAt !== null) {
    const again = { reportedAt, paidOn, authorNote, answeredAt, unfound }
    await ctx.tx.insert(payments).values({ id: ctx.newId(), submissionId: submission.id, ...again })
  }
  const receipt = await voidReceipt(ctx, verified.id)
  const isReported = reportedAt !== null && answeredAt === null
  const part = (await partsOf(ctx, [moved])).get(moved.id)
  const told = { reason, isReported, part, receipt: receipt?.name }
  await tell(ctx, [moved.authorId], paymentReopened(ctx, moved, told))
  return { message: `The verification was taken back; the paper awaits payment.${notKept}` }
}
