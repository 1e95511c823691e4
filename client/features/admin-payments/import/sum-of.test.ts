import { expect, test } from 'vitest'
import { totalsOf } from './sum-of.ts'

test('lines are added up in cents, each currency by itself, what went out taken off', () => {
  const line = (amount: string | null, currency: string | null) => ({ amount, currency })
  expect(
    totalsOf([
      line('0.10', 'EUR'),
      line('0.20', 'EUR'),
      line('250.00', null),
      line(null, 'USD'),
      line('-0.05', 'EUR'),
    ]),
  ).toEqual(['0.25 EUR', '250.00'])
  expect(totalsOf([])).toEqual([])
})
