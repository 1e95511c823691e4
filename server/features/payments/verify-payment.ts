import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { feeOf } from '#server/features/settings/fee.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { assertMay } from '#server/features/submissions/move.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import { lockOnDesk } from './access.ts'
import { saidOfTyped } from './forgotten.ts'
import type { Money } from './money.ts'
import { foreignIn, moneyFor } from './money-for.ts'
import { notePart, whyNotTheFee } from './note-part.ts'
import { verifyAll } from './verify-all.ts'

interface Statement {
  reference?: string | undefined
  /** Decimal, `250` or `250.00`: what arrived beside the parts noted before. */
  amount?: string | undefined
  note?: string | undefined
  /** What an amount is that does not make up the fee. */
  as?: 'part' | 'paid' | undefined
  /** What the desk said to have arrived so far, by currency. */
  received?: readonly Sum[] | undefined
}

/** `250.00` of `EUR`. */
interface Sum {
  amount: string
  currency: string
}

/**
 * Notes that the fee arrived: the submission is complete, and has its receipt (portal.md §4). What was noted before counts;
 * where no amount is given it is that alone, or where nothing was noted the fee. Refuses 404, 409, 409 `stale` where more or
 * less is there than whoever verifies has seen, and 409 `not_the_fee` where an amount does not make up the fee and nobody said
 * what it is.
 */
export async function verifyPayment(ctx: Ctx, paperId: string, given: Statement) {
  const { reference, amount, note, as, received: seen } = given
  const submission = await lockOnDesk(ctx, paperId)
  assertMay(submission.stage, 'verify_payment')
  const fee = await feeOf(ctx)
  const { net, rules } = await moneyOfOne(ctx, submission)
  if (seen !== undefined) assertAsSeen(net, seen)
  const before = net.get(rules.currency) ?? 0
  const foreign = foreignIn(net, rules.currency)
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
    const text = [reference, note].filter(Boolean).join(' · ')
    const isTold = await notePart(ctx, submission, { amount, text })
    if (notKept) return { message: `The part was noted.${notKept}` }
    if (isTold) return { message: 'The part was noted; the author is told what is still due.' }
    const why =
      ' Money in another currency is there too: the author is told nothing until you say what it is.'
    return { message: `The part was noted.${foreign.length > 0 ? why : ''}` }
  }
  // What is worth the fee may have come in another currency, or the rest of it: then nobody says that the fee itself did.
  const isMade = arrived !== undefined || (fee !== undefined && before >= fee.cents)
  const stands = isMade ? [] : foreign
  const total = stands.length > 0 ? undefined : (arrived?.cents ?? 0) + before || fee?.cents
  const [other, ...more] = stands
  const received = {
    reference: reference || null,
    amount: total === undefined ? null : decimalOf(total),
    currency: null,
    note: note || null,
    // Several sums stand on no receipt.
    ...(other !== undefined && more.length === 0 && before === 0 && { onReceipt: sumOf(other) }),
  }
  await verifyAll(ctx, [{ submission, ...received }])
  return { message: `Payment verified; the submission is complete.${notKept}` }
}

const sumOf = ([currency, cents]: readonly [string, number]): Sum => ({ amount: decimalOf(cents), currency })

async function moneyOfOne(ctx: Ctx, submission: Submission): Promise<Money> {
  const money = (await moneyFor(ctx, [submission])).get(submission.id)
  if (money === undefined) throw new Error(`nothing is reckoned for submission ${submission.id}`)
  return money
}

/** Refuses 409 `stale` where something else is there than whoever decides has seen: a colleague noted it meanwhile. */
function assertAsSeen(net: Money['net'], seen: readonly Sum[]): void {
  const said = (all: readonly Sum[]) =>
    all
      .map(({ amount, currency }) => `${decimalOf(centsIn(amount))} ${currency}`)
      .sort()
      .join(' and ')
  const now = said([...net].filter(([, cents]) => cents > 0).map(sumOf))
  if (now === said(seen)) return
  throw new AppError(
    'stale',
    `What is noted for this paper has changed meanwhile: ${now === '' ? 'nothing is there now' : `${now} arrived so far`}. Look at it again.`,
  )
}
