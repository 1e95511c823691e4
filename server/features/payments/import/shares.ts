import { centsIn } from '#shared/payments/cents.ts'
import type { ConfirmedLine } from '#shared/payments/import-contract.ts'

/**
 * Equal shares of an amount in cents; the cents that are left over go to the first. Of an amount below 0 each share is that
 * of the amount above it, so that what was paid for several papers can be paid back for them.
 */
export function sharesOf<One>(cents: number, all: readonly One[]): { of: One; cents: number }[] {
  const each = Math.trunc(cents / all.length)
  return all.map((of, at) => ({ of, cents: at === 0 ? cents - each * (all.length - 1) : each }))
}

/** The shares of a line's papers: as a person divided it, else equal. `all` are the papers in the line's order. */
export function sharesIn<One>(
  { amount, shares }: Pick<ConfirmedLine, 'amount' | 'shares'>,
  all: readonly One[],
): { of: One; cents: number }[] {
  if (shares === undefined) return sharesOf(centsIn(amount), all)
  return all.map((of, at) => ({ of, cents: centsIn(shares[at] ?? '0') }))
}
