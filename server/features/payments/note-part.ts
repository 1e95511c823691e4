import { like } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { bankLines } from '#server/db/schema.ts'
import type { Fee } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { calendarDay, dayNumber } from '#shared/core/calendar.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import { isForgotten } from './forgotten.ts'
import { tellWhatIsDue } from './tell-what-is-due.ts'

/** What arrived for a paper, and what was noted for it before, in cents of the fee's currency. */
interface Arrived {
  cents: number
  before: number
}

/**
 * Why an amount that somebody typed is not the fee, to be asked about: it is less or more, with the parts noted before.
 * Undefined: it makes up the fee.
 */
export function whyNotTheFee({ cents, before }: Arrived, fee: Fee) {
  const total = cents + before
  if (total === fee.cents) return undefined
  const sum = (of: number) => `${decimalOf(of)} ${fee.currency}`
  const with_ =
    before === 0 ? sum(cents) : `${sum(before)} noted before and ${sum(cents)} now make ${sum(total)}, which`
  const missing = total < fee.cents ? sum(fee.cents - total) : null
  const message =
    missing === null
      ? `${with_} is more than the fee of ${sum(fee.cents)}. ${before === 0 ? 'Say so if that is what arrived.' : 'Enter what arrived beside the parts noted before.'}`
      : `${with_} is ${missing} less than the fee of ${sum(fee.cents)}. Say whether it is a part, or all that is to be paid.`
  return { message, details: { total: sum(total), missing } }
}

const BY_HAND = 'by hand: '

/** What stands in the place of words where none are kept. */
const NOTED = 'Noted by hand'

/** Whether a line was noted by hand: no statement with it was read. */
export const isByHand = ({ hash }: { hash: string }): boolean => hash.startsWith(BY_HAND)
/** The same, asked of the database. */
export const notedByHand = like(bankLines.hash, `${BY_HAND}%`)

/** What somebody saw arrive: decimal, in the fee's currency, and what is known of it. */
interface Seen {
  amount: string
  text: string
}

/**
 * Notes a part of the fee that somebody saw arrive: the paper awaits the rest. Gives whether its author was told so. The
 * paper is held.
 */
export async function notePart(ctx: Ctx, submission: Submission, seen: Seen): Promise<boolean> {
  await noteByHand(ctx, submission, seen)
  return (await tellWhatIsDue(ctx, [submission])).length > 0
}

/**
 * Notes with a paper what somebody saw arrive for it, as an import notes a statement's line; without what was typed, where
 * the author's account was deleted. The paper is held.
 */
export async function noteByHand(ctx: Ctx, submission: Submission, { amount, text }: Seen): Promise<void> {
  const { feeCurrency, timeZone } = await settingsOf(ctx.tx)
  const id = ctx.newId()
  await ctx.tx.insert(bankLines).values({
    id,
    // It stands in no file.
    hash: `${BY_HAND}${id}`,
    occurrence: 1,
    submissionId: submission.id,
    paymentId: null,
    use: 'note',
    bookedOn: calendarDay(dayNumber(ctx.now, timeZone)),
    amount,
    currency: feeCurrency,
    payer: '',
    text: text === '' || (await isForgotten(ctx, submission)) ? NOTED : text,
    importedAt: ctx.now,
    importedBy: personOf(ctx).userId,
  })
}
