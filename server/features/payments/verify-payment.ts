import { eq } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { move } from '#server/features/submissions/move.ts'
import { lockOnDesk } from './access.ts'
import { livePayment } from './live-payment.ts'
import { paymentReopened, paymentVerified } from './messages.ts'

interface Receipt {
  reference?: string | undefined
  /** Decimal, `250` or `250.00`. */
  amount?: string | undefined
  note?: string | undefined
}

/** Notes that the fee arrived: the submission is complete (portal.md §4). Refuses 404, 409. */
export async function verifyPayment(ctx: Ctx, paperId: string, { reference, amount, note }: Receipt) {
  const submission = await lockOnDesk(ctx, paperId)
  const moved = await move(ctx, submission, 'verify_payment', { as: deskRole(ctx) })
  const verified = {
    verifiedAt: ctx.now,
    verifiedBy: personOf(ctx).userId,
    reference: reference || null,
    amount: amount ?? null,
    note: note || null,
  }
  const reported = await livePayment(ctx, submission.id)
  if (reported === undefined) {
    await ctx.tx.insert(payments).values({ id: ctx.newId(), submissionId: submission.id, ...verified })
  } else {
    await ctx.tx.update(payments).set(verified).where(eq(payments.id, reported.id))
  }
  await tell(ctx, [moved.authorId], paymentVerified(ctx, moved, amount))
  return { message: 'Payment verified; the submission is complete.' }
}

/** Takes a verification back, with a reason; the row stays, and the paper awaits payment again. Refuses 404, 409. */
export async function reopenPayment(ctx: Ctx, paperId: string, reason: string) {
  const submission = await lockOnDesk(ctx, paperId)
  const moved = await move(ctx, submission, 'reopen_payment', { as: deskRole(ctx), note: reason })
  const verified = await livePayment(ctx, submission.id)
  if (verified === undefined) throw new Error(`complete submission ${submission.id} has no payment`)
  await ctx.tx
    .update(payments)
    .set({ reopenedAt: ctx.now, reopenedBy: personOf(ctx).userId, reopenReason: reason })
    .where(eq(payments.id, verified.id))
  await tell(ctx, [moved.authorId], paymentReopened(ctx, moved, reason))
  return { message: 'The verification was taken back; the paper awaits payment.' }
}

function deskRole(ctx: Ctx): 'admin' | 'staff' {
  return personOf(ctx).permissions.includes('admin') ? 'admin' : 'staff'
}
