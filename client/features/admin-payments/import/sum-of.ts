import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import type { JudgedLine } from '#shared/payments/import-contract.ts'
import { words } from './words.ts'

/** What a line is about: its amount, or that what is written for it cannot be read. */
export function sumOf({ amount, currency, unreadable }: JudgedLine): string {
  if (unreadable !== null) return words.notRead(unreadable)
  return [amount ?? words.none, currency].filter(Boolean).join(' ')
}

/** The sums of lines, one a currency, in the order in which these are met. */
export function totalsOf(lines: readonly Pick<JudgedLine, 'amount' | 'currency'>[]): string[] {
  const totals = new Map<string, number>()
  for (const { amount, currency } of lines) {
    if (amount === null) continue
    totals.set(currency ?? '', (totals.get(currency ?? '') ?? 0) + centsIn(amount))
  }
  return [...totals].map(([currency, cents]) => `${decimalOf(cents)} ${currency}`.trim())
}
