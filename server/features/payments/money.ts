import type { bankLines, payments } from '#server/db/schema.ts'
import type { Fee } from '#server/features/settings/fee.ts'
import { centsIn } from '#shared/payments/cents.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import type { Stage } from '#shared/submissions/states.ts'

/** A statement's line that counts; several of one use and currency may stand as one. */
export interface CountedLine {
  use: (typeof bankLines.$inferSelect)['use']
  currency: string | null
  /** Below 0: it was paid back. */
  amount: string
}

/** A paper's payment, as far as money is reckoned from it; null: there is none. */
export type Paid = Pick<
  typeof payments.$inferSelect,
  'verifiedAt' | 'amount' | 'feeAmount' | 'feeCurrency'
> | null

/** What money is reckoned by. */
export interface MoneyRules {
  fee: Fee | undefined
  /** The fee's, also where there is no fee: what names no currency is in it. */
  currency: string
}

/** Of a paper that is not charged nothing is due: all that is there for it can be paid back. */
export function rulesAt(stage: Stage, rules: MoneyRules): MoneyRules {
  return isCharged(stage) ? rules : { ...rules, fee: undefined }
}

/** What a paper has, by currency, in cents. */
export interface Money {
  verified: boolean
  /** The fee as it is, or as it was when the payment was verified. */
  rules: MoneyRules
  /** What came in less what was paid back. */
  net: Map<string, number>
  /** What stays as long as the payment stands: what it was verified with, of which more than the fee is surplus. */
  kept: Map<string, number>
}

/** In which currency a payment was verified: that of the statement's line that made it. */
export function paidInOf(lines: readonly CountedLine[], home: string): string {
  return lines.find(({ use }) => use === 'payment')?.currency ?? home
}

/**
 * The fee's currency comes first: what the payment was verified with, of which what was noted before in its currency is a
 * part, and what came after it or was paid back since. Until then, what was noted.
 */
export function moneyOf(lines: readonly CountedLine[], p: Paid, now: MoneyRules): Money {
  const rules = rulesOf(p) ?? now
  const { fee, currency: home } = rules
  const paidIn = paidInOf(lines, home)
  const verified = p !== null && p.verifiedAt !== null
  // Without an amount it is the fee that was verified, unless money in another currency stands for it.
  const isHome = lines.every(({ currency }) => (currency ?? home) === home)
  const paid = verified ? (p.amount ?? (isHome ? p.feeAmount : null)) : null
  const net = new Map([[home, 0]])
  const add = (currency: string, amount: string) =>
    net.set(currency, (net.get(currency) ?? 0) + centsIn(amount))
  if (paid !== null) add(paidIn, paid)
  for (const { use, currency, amount } of lines) {
    if (paid !== null && use !== 'double' && (currency ?? home) === paidIn) continue
    add(currency ?? home, amount)
  }
  const kept = new Map<string, number>()
  if (paid !== null) {
    const due = fee !== undefined && fee.currency === paidIn ? fee.cents : Number.POSITIVE_INFINITY
    kept.set(paidIn, Math.min(centsIn(paid), due))
  }
  // Without an amount all that was noted before it is the payment.
  for (const { use, currency, amount } of verified && paid === null ? lines : []) {
    if (use !== 'double') kept.set(currency ?? home, (kept.get(currency ?? home) ?? 0) + centsIn(amount))
  }
  return { verified, rules, net, kept }
}

/** What a payment was verified by; undefined: it is not verified. */
function rulesOf(p: Paid): MoneyRules | undefined {
  if (p === null || p.verifiedAt === null || p.feeCurrency === null) return undefined
  const { feeAmount, feeCurrency: currency } = p
  return { fee: feeAmount === null ? undefined : { cents: centsIn(feeAmount), currency }, currency }
}

/**
 * What of a payment somebody verified by hand, in cents, beside the parts noted before: a statement's line of just that is
 * it. Null: any amount may be, as nothing says which. Undefined: a line made it, or money in another currency stands for it.
 */
export function byHandOf(lines: readonly CountedLine[], p: Paid): number | null | undefined {
  const rules = rulesOf(p)
  const before = lines.filter(({ use }) => use !== 'double')
  const isLines = before.some(
    ({ use, currency }) => use === 'payment' || (currency ?? rules?.currency) !== rules?.currency,
  )
  if (rules === undefined || isLines) return undefined
  const said = p?.amount == null ? rules.fee?.cents : centsIn(p.amount)
  if (said === undefined) return before.length === 0 ? null : undefined
  const left = said - before.reduce((sum, { amount }) => sum + centsIn(amount), 0)
  return left > 0 ? left : undefined
}

/** Whether a payment that stands was verified with what was noted before in a currency; without an amount with all that was. */
export function isKept({ verified, kept, rules }: Money, currency: string | null): boolean {
  return verified && (kept.size === 0 || kept.has(currency ?? rules.currency))
}

/** How much of a paper's money in one currency can be paid back while its payment stands; below 0: too much was. */
export function surplusOf({ verified, rules: { fee }, net, kept }: Money, currency: string): number {
  const cents = net.get(currency) ?? 0
  const isFee = fee !== undefined && fee.currency === currency && cents >= fee.cents
  return cents - (kept.get(currency) ?? (!verified && isFee ? fee.cents : 0))
}

/** Whether whatever was paid back of a paper is covered by what it has too much, in every currency. */
export function isCovered(money: Money): boolean {
  return [...money.net.keys()].every((currency) => surplusOf(money, currency) >= 0)
}
