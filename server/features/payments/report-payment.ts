import { eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'
import { discardOvertaken } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'
import { paymentDeskIds } from '#server/features/people/organisers.ts'
import { dayOfYearIn } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { lockOwnSubmission } from '#server/features/submissions/access.ts'
import { move } from '#server/features/submissions/move.ts'
import { promisedDay } from '#shared/payments/business-days.ts'
import { livePayment } from './live-payment.ts'
import { paymentReported } from './messages.ts'

interface Report {
  /** A calendar day, `2026-03-02`. */
  paidAt?: string | undefined
  note?: string | undefined
}

/** As far as any zone is ahead of UTC: there, tomorrow has begun. */
const AHEAD_MS = 14 * 3_600_000

/**
 * The author says the fee is paid, once, so that nobody pays twice (decisions.md §8), and once more when it did not arrive,
 * or only a part of it. Refuses 404, 409, 422.
 */
export async function reportPayment(ctx: Ctx, paperId: string, { paidAt, note }: Report) {
  if (paidAt !== undefined && paidAt > new Date(ctx.now.getTime() + AHEAD_MS).toISOString().slice(0, 10)) {
    const message = 'The day of payment cannot lie in the future.'
    throw new AppError('invalid', message, [{ field: 'paidAt', message }])
  }
  const submission = await lockOwnSubmission(ctx, { paperId })
  // The note stands with the payment alone: the history cannot forget, and a bank's note names people.
  const moved = await move(ctx, submission, 'report_payment', { as: 'author' })
  await discardOvertaken(ctx, [moved.id])
  const earlier = await livePayment(ctx, submission.id)
  if (earlier !== undefined && earlier.answeredAt === null) {
    throw new AppError(
      'wrong_state',
      'You have already reported this payment. It is being verified; please do not pay again.',
    )
  }
  if (earlier !== undefined) {
    await ctx.tx
      .update(payments)
      .set({
        reopenedAt: ctx.now,
        reopenedBy: submission.authorId,
        reopenReason: 'A payment was reported anew.',
      })
      .where(eq(payments.id, earlier.id))
  }
  await ctx.tx.insert(payments).values({
    id: ctx.newId(),
    submissionId: submission.id,
    reportedAt: ctx.now,
    paidOn: paidAt ?? null,
    // What helped to find the first part may help to find the rest.
    authorNote: note || earlier?.authorNote || null,
  })
  await tell(ctx, await paymentDeskIds(ctx), paymentReported(ctx, moved))
  const by = promisedDay(ctx.now, await settingsOf(ctx.tx))
  // A day of the calendar, whatever the zone: noon is on it everywhere that counts from UTC.
  const day = dayOfYearIn(new Date(`${by}T12:00:00Z`), 'UTC')
  return {
    message: `Thank you. We verify payments within three business days, this one by ${day}; please do not pay again.`,
  }
}
