import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { feeOf } from '#server/features/settings/fee.ts'
import { assertMay } from '#server/features/submissions/move.ts'
import { receivedFor } from '#server/features/submissions/received.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import { lockOnDesk } from './access.ts'
import { saidOfTyped } from './forgotten.ts'
import { hasForeignMoney } from './money-for.ts'
import { notePart, whyNotTheFee } from './note-part.ts'
import { verifyAll } from './verify-all.ts'

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
