import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import { payments } from '#server/db/schema.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { adminIds, paymentDeskIds } from '#server/features/people/organisers.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from './access.ts'
import { quoted, theSubmission } from './placeholders.ts'
import { sumsFor } from './received.ts'

/** What is there for a paper once nothing is to be paid for it. */
export interface MoneyLeft {
  /** What arrived less what was paid back, `120.00 EUR` each. */
  sums: string[]
  /** Its author reported a payment that nobody has found. */
  reported: boolean
}

/** The condition under which a payment is reported and nobody has found it, nor said that it is not there. */
export const isSought = and(
  isNotNull(payments.reportedAt),
  isNull(payments.answeredAt),
  isNull(payments.verifiedAt),
  isNull(payments.reopenedAt),
)

/** What would be left for some submissions of which nothing was verified, by their ids, were they withdrawn now. */
export async function moneyLeftFor(ctx: Ctx, ids: readonly string[]): Promise<Map<string, MoneyLeft>> {
  const left = new Map(ids.map((id): [string, MoneyLeft] => [id, { sums: [], reported: false }]))
  if (ids.length === 0) return left
  const { feeCurrency } = await settingsOf(ctx.tx)
  for (const [id, sums] of await sumsFor(ctx, feeCurrency, ids))
    left.get(id)?.sums.push(...sums.map(({ amount, currency }) => `${amount} ${currency}`))
  const sought = await ctx.tx
    .select({ id: payments.submissionId })
    .from(payments)
    .where(and(inArray(payments.submissionId, [...ids]), isSought))
  for (const { id } of sought) {
    const one = left.get(id)
    if (one !== undefined) one.reported = true
  }
  return left
}

const kind = messageKind({
  key: 'payment_left',
  group: 'payment',
  to: 'Admins and staff',
  when: 'A paper was withdrawn, its acceptance taken back or its author’s account deleted, and money for it is there or looked for.',
  placeholders: {
    paperId: theSubmission.paperId,
    submission: theSubmission.submission,
    why: line('what happened', 'the paper was withdrawn'),
    what: line('what is known of its money', '120.00 EUR arrived for it'),
    reason: said('the author’s reason for a withdrawal, to administrators', 'The results did not hold.'),
  },
  notice: {
    opens: 'payments',
    title: 'Money for {paperId}: {why}',
    body: '{submission}: {why}.\n\nReason: {reason}\n\n{what}. The payments desk shows it until that is settled.',
  },
  subject: '{paperId}: settle its payment, {why}',
  body: `{submission}: {why}.

Reason: {reason}

{what}.

The payments desk shows it until that is settled.`,
  button: 'Open the payments desk',
})

/** `surplus`: what it has beyond the fee that stays. */
const moneySaid = ({ sums, reported }: MoneyLeft, surplus: boolean): string =>
  [
    sums.length > 0 && `${sums.join(' and ')} ${surplus ? 'more than the fee ' : ''}arrived for it`,
    reported && 'Its author reported a payment that is not found yet',
  ]
    .filter(Boolean)
    .join('. ')

/** Whether there is anything that the payments desk is told of. */
export const isMoneyLeft = (left: MoneyLeft | undefined): left is MoneyLeft =>
  left !== undefined && (left.sums.length > 0 || left.reported)

/**
 * Tells the payments desk that a paper ended, or lost its author, with money there for it or looked for; else nothing.
 * `reason`: the author’s own, which administrators are told and staff are not.
 */
export async function tellOfMoneyLeft(
  ctx: Ctx,
  s: Submission,
  why: string,
  left: MoneyLeft | undefined,
  { surplus = false, reason = '' }: { surplus?: boolean; reason?: string } = {},
): Promise<void> {
  if (!isMoneyLeft(left)) return
  const facts = {
    paperId: s.paperId,
    submission: quoted(s.paperId, s.title),
    why,
    what: moneySaid(left, surplus),
  }
  const url = `${ctx.config.publicUrl}/admin/payments?q=${encodeURIComponent(s.paperId)}`
  const to = (told: string): Message => kind.of({ ...facts, reason: told }, url)
  const admins = reason === '' ? [] : await adminIds(ctx)
  const staff = (await paymentDeskIds(ctx)).filter((id) => !admins.includes(id))
  await tellEach(ctx, [
    ...admins.map((userId) => ({ userId, message: to(reason) })),
    ...staff.map((userId) => ({ userId, message: to('') })),
  ])
}

export const moneyLeftMessage = kind.kind
