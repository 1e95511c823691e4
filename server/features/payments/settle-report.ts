import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { tell } from '#server/features/notices/tell.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { moneyLeftFor } from '#server/features/submissions/money-left.ts'
import { isDue, partsOf } from '#server/features/submissions/received.ts'
import { type Timestamp, toTimestamp } from '#shared/core/timestamp.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { lockOnDesk } from './access.ts'
import { answerReports } from './answer-reports.ts'
import { saidOfTyped } from './forgotten.ts'
import { livePayment } from './live-payment.ts'
import { soughtFound, soughtNotFound } from './messages.ts'
import { noteByHand } from './note-part.ts'
import { reportUnfound } from './unfound-message.ts'

interface Found {
  /** Decimal, in the fee's currency; undefined: nothing arrived. */
  amount?: string | undefined
  note?: string | undefined
  /** When that was reported which was looked for, as the desk said; not said: whatever stands. */
  reportedAt?: Timestamp | undefined
}

/**
 * Ends the search for a payment that was reported. For a paper that now awaits none what arrived is noted, so that it can be
 * paid back, or nothing arrived; what arrives all the same is noted later. For one that is to be paid nothing arrived, or nothing
 * beside a part: it awaits payment as if nobody had reported it. Its author is told. Refuses 404, 409, and 409 `stale` where
 * another report stands by now, which nobody has looked for.
 */
export async function settleReport(ctx: Ctx, paperId: string, { amount, note, reportedAt }: Found) {
  const submission = await lockOnDesk(ctx, paperId)
  const reported = await livePayment(ctx, submission.id)
  if (reportedAt !== undefined) assertAsLookedFor(reported?.reportedAt ?? null, reportedAt)
  if (isCharged(submission.stage))
    return endReport(ctx, submission, { reported, isFound: amount !== undefined })
  const { sums = [] } = (await moneyLeftFor(ctx, [submission.id])).get(submission.id) ?? {}
  const isLate = amount !== undefined && sums.length === 0
  if (reported === undefined || (reported.answeredAt !== null && !isLate)) {
    if (reported === undefined && sums.length === 0)
      throw new AppError('wrong_state', 'Nobody reported a payment for this paper.')
    const known = sums.length === 0 ? 'nothing arrived' : `${sums.join(' and ')} arrived`
    throw new AppError('wrong_state', `This is settled already: ${known}.`)
  }
  await answerReports(ctx, [submission.id], { unfound: amount === undefined })
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
  const part = (await partsOf(ctx, [submission])).get(submission.id)
  const { sums = [] } = (await moneyLeftFor(ctx, [submission.id])).get(submission.id) ?? {}
  // A part alone is not what was reported after it: its author was asked for the rest.
  if (sums.length > 0 && !isDue(part)) {
    const message = `${sums.join(' and ')} arrived for this paper. Verify its payment, or take that off it first.`
    throw new AppError('wrong_state', message)
  }
  await answerReports(ctx, [submission.id], { unfound: true })
  const told = await tell(ctx, [submission.authorId], reportUnfound(ctx, submission, part))
  const awaits = isDue(part)
    ? `Noted: nothing further arrived. The paper awaits ${part.due}.`
    : 'Noted: nothing arrived. The paper awaits payment.'
  return { message: `${awaits}${toAuthor(told)}` }
}

/** Refuses 409 `stale` where another report stands than the one that was looked for. */
function assertAsLookedFor(stands: Date | null, looked: Timestamp): void {
  const { _seconds, _nanoseconds } =
    stands === null ? { _seconds: null, _nanoseconds: null } : toTimestamp(stands)
  if (_seconds === looked._seconds && _nanoseconds === looked._nanoseconds) return
  const message = 'Its author has reported a payment anew meanwhile. Look for that one first.'
  throw new AppError('stale', message)
}

/** Nobody is told whose account is gone. */
const toAuthor = (told: number): string => (told > 0 ? ' The author is told.' : '')
