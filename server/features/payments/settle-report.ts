import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { tell } from '#server/features/notices/tell.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { moneyLeftFor } from '#server/features/submissions/money-left.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { lockOnDesk } from './access.ts'
import { answerReports } from './answer-reports.ts'
import { saidOfTyped } from './forgotten.ts'
import { livePayment } from './live-payment.ts'
import { reportUnfound, soughtFound, soughtNotFound } from './messages.ts'
import { noteByHand } from './note-part.ts'

interface Found {
  /** Decimal, in the fee's currency; undefined: nothing arrived. */
  amount?: string | undefined
  note?: string | undefined
}

/**
 * Ends the search for a payment that was reported. For a paper that now awaits none what arrived is noted, so that it can be
 * paid back, or nothing arrived; what arrives all the same is noted later. For one that is to be paid nothing arrived: it
 * awaits payment as if nobody had reported it. Its author is told. Refuses 404, 409.
 */
export async function settleReport(ctx: Ctx, paperId: string, { amount, note }: Found) {
  const submission = await lockOnDesk(ctx, paperId)
  const reported = await livePayment(ctx, submission.id)
  if (isCharged(submission.stage))
    return endReport(ctx, submission, { reported, isFound: amount !== undefined })
  const { sums = [] } = (await moneyLeftFor(ctx, [submission.id])).get(submission.id) ?? {}
  const isLate = amount !== undefined && sums.length === 0
  if (reported === undefined || (reported.answeredAt !== null && !isLate)) {
    const known = sums.length === 0 ? 'nothing arrived' : `${sums.join(' and ')} arrived`
    throw new AppError('wrong_state', `This is settled already: ${known}.`)
  }
  await answerReports(ctx, [submission.id])
  if (amount === undefined) {
    const told = await tell(ctx, [submission.authorId], soughtNotFound(ctx, submission, sums))
    return { message: `Noted: nothing ${sums.length === 0 ? '' : 'further '}arrived.${toAuthor(told)}` }
  }
  const notKept = await saidOfTyped(ctx, submission, note)
  await noteByHand(ctx, submission, { amount, text: note ?? '' })
  const { feeCurrency } = await settingsOf(ctx.tx)
  const sum = `${decimalOf(centsIn(amount))} ${feeCurrency}`
  const told = await tell(ctx, [submission.authorId], soughtFound(ctx, submission, sum))
  return { message: `${sum} were noted; they can be paid back.${toAuthor(told)}${notKept}` }
}

/** Of a paper that is to be paid: nothing came of what its author reported. */
async function endReport(
  ctx: Ctx,
  submission: Submission,
  { reported, isFound }: { reported: Awaited<ReturnType<typeof livePayment>>; isFound: boolean },
) {
  if (isFound || submission.stage !== 'awaiting_payment')
    throw new AppError('wrong_state', 'This paper is to be paid. Verify its payment instead.')
  if (reported === undefined || reported.answeredAt !== null)
    throw new AppError('wrong_state', 'No payment is reported for this paper.')
  const { sums = [] } = (await moneyLeftFor(ctx, [submission.id])).get(submission.id) ?? {}
  if (sums.length > 0) {
    const message = `${sums.join(' and ')} arrived for this paper. Verify its payment, or take that off it first.`
    throw new AppError('wrong_state', message)
  }
  await answerReports(ctx, [submission.id])
  const told = await tell(ctx, [submission.authorId], reportUnfound(ctx, submission))
  return { message: `Noted: nothing arrived. The paper awaits payment.${toAuthor(told)}` }
}

/** Nobody is told whose account is gone. */
const toAuthor = (told: number): string => (told > 0 ? ' The author is told.' : '')
