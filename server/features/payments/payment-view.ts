import type { payments } from '#server/db/schema.ts'
import type { Fee } from '#server/features/settings/fee.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { businessDaysBetween, type Calendar, PROMISED_BUSINESS_DAYS } from '#shared/payments/business-days.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import type { Payment } from '#shared/payments/contract.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { type MoneyRules, moneyOf, paidInOf, rulesAt } from './money.ts'

interface Row {
  s: Submission
  p: typeof payments.$inferSelect | null
  payer: Payment['payer']
  verifiedBy: string | null
  /** A moment as text: since when the paper awaits payment. */
  since: string
  lines: Payment['lines'] | null
}

/** By what a payment is judged. */
interface Rules extends MoneyRules {
  now: Date
  calendar: Calendar
}

/** A paper of the payments desk as the desk sees it, without its receipts. */
export function paymentView(
  { s, p, payer, verifiedBy, since, lines }: Row,
  rules: Rules,
): Omit<Payment, 'receipts'> {
  const verifiedAt = p?.verifiedAt ?? null
  const reportedAt = p?.reportedAt ?? null
  const isOpen = reportedAt !== null && verifiedAt === null && p?.answeredAt == null
  const age = businessDaysBetween(reportedAt ?? new Date(since), verifiedAt ?? rules.now, rules.calendar)
  const { net, rules: by } = moneyOf(lines ?? [], p, rulesAt(s.stage, rules))
  const received = new Map([...net].filter(([, cents]) => cents > 0))
  const charged = verifiedAt !== null ? 'verified' : isOpen ? 'reported' : 'awaiting'
  const gone = lines === null ? 'unfound' : 'returned'
  const uncharged = isOpen ? 'sought' : received.size > 0 ? 'held' : gone
  const state = isCharged(s.stage) ? charged : uncharged
  const balance = balanceOf(received, by.fee, paymentsIn(lines ?? [], p))
  return {
    paperId: s.paperId,
    title: s.title,
    payer,
    state,
    since: toTimestamp(new Date(since)),
    reportedAt: reportedAt === null ? null : toTimestamp(reportedAt),
    paidAt: p?.paidOn ?? null,
    authorNote: p?.authorNote ?? null,
    ageBusinessDays: age,
    late: isCharged(s.stage) && isOpen && age > PROMISED_BUSINESS_DAYS,
    received: [...received].map(([currency, cents]) => ({ amount: decimalOf(cents), currency })),
    balance,
    missing: balance === 'part' ? missingOf(received, by.fee) : null,
    lines: lines ?? [],
    verified:
      p === null || verifiedAt === null
        ? null
        : {
            at: toTimestamp(verifiedAt),
            by: verifiedBy ?? '',
            reference: p.reference,
            amount: p.amount,
            currency: paidInOf(lines ?? [], by.currency),
            note: p.note,
          },
  }
}

/** How many payments are known of: statements' lines, and a verification by hand. */
function paymentsIn(lines: Payment['lines'], p: typeof payments.$inferSelect | null): number {
  const isByHand = p !== null && p.verifiedAt !== null && !lines.some(({ use }) => use === 'payment')
  const cameIn = lines.filter(({ amount }) => !amount.startsWith('-'))
  return cameIn.length + (isByHand ? 1 : 0)
}

function missingOf(received: ReadonlyMap<string, number>, fee: Fee | undefined): Payment['missing'] {
  if (fee === undefined) return null
  const { cents, currency } = fee
  return { amount: decimalOf(cents - (received.get(currency) ?? 0)), currency }
}

function balanceOf(
  received: ReadonlyMap<string, number>,
  fee: Fee | undefined,
  payments: number,
): Payment['balance'] {
  if (received.size === 0 || fee === undefined) return null
  const cents = received.get(fee.currency) ?? 0
  if (received.size > 1 || cents === 0) return 'foreign'
  if (payments > 1 && cents >= 2 * fee.cents) return 'double'
  if (cents > fee.cents) return 'over'
  return cents === fee.cents ? 'exact' : 'part'
}
