import type { payments } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { businessDaysBetween, type Calendar, PROMISED_BUSINESS_DAYS } from '#shared/payments/business-days.ts'
import type { Payment } from '#shared/payments/contract.ts'
import type { Fee } from './fee.ts'
import { centsIn, decimalOf } from './statement/amounts.ts'

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
interface Rules {
  now: Date
  calendar: Calendar
  fee: Fee | undefined
}

/** A paper of the payments desk as the desk sees it, without its receipts. */
export function paymentView(
  { s, p, payer, verifiedBy, since, lines }: Row,
  rules: Rules,
): Omit<Payment, 'receipts'> {
  const verifiedAt = p?.verifiedAt ?? null
  const reportedAt = p?.reportedAt ?? null
  const age = businessDaysBetween(reportedAt ?? new Date(since), verifiedAt ?? rules.now, rules.calendar)
  const received = receivedIn(lines ?? [], p, rules.fee)
  return {
    paperId: s.paperId,
    title: s.title,
    payer,
    state: verifiedAt !== null ? 'verified' : reportedAt !== null ? 'reported' : 'awaiting',
    since: toTimestamp(new Date(since)),
    reportedAt: reportedAt === null ? null : toTimestamp(reportedAt),
    paidAt: p?.paidOn ?? null,
    authorNote: p?.authorNote ?? null,
    ageBusinessDays: age,
    late: verifiedAt === null && reportedAt !== null && age > PROMISED_BUSINESS_DAYS,
    received: received === null ? null : decimalOf(received),
    balance: balanceOf(received, rules.fee),
    lines: lines ?? [],
    verified:
      p === null || verifiedAt === null
        ? null
        : {
            at: toTimestamp(verifiedAt),
            by: verifiedBy ?? '',
            reference: p.reference,
            amount: p.amount,
            note: p.note,
          },
  }
}

/**
 * In cents, of what is in the fee's currency: what the payment was verified with, of which parts noted before are a part,
 * and what came after it. Until then, what was noted.
 */
function receivedIn(
  lines: Payment['lines'],
  p: typeof payments.$inferSelect | null,
  fee: Fee | undefined,
): number | null {
  const counted = lines.filter(({ currency }) => isIn(currency, fee))
  const sum = (of: Payment['lines']) => of.reduce((total, { amount }) => total + centsIn(amount), 0)
  if (p === null || p.verifiedAt === null || p.amount === null)
    return counted.length === 0 ? null : sum(counted)
  return centsIn(p.amount) + sum(counted.filter(({ use }) => use === 'double'))
}

/** What names no currency is in the fee's. */
function isIn(currency: string | null, fee: Fee | undefined): boolean {
  return fee === undefined || currency === null || currency === fee.currency
}

function balanceOf(received: number | null, fee: Fee | undefined): Payment['balance'] {
  if (received === null || fee === undefined) return null
  if (received >= 2 * fee.cents) return 'double'
  if (received > fee.cents) return 'over'
  return received === fee.cents ? 'exact' : 'part'
}
