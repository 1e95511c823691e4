import { expect, test } from 'vitest'
import { dividedAs, leftOf, partsFor } from './divide.ts'

const [one, two] = ['P26-0007-I', 'P26-0008-G']
const named = (...paperIds: string[]) => ({
  ...{ line: 2, hash: 'h', occurrence: 1, date: null, currency: 'EUR', unreadable: null, state: null },
  ...{ payer: '', text: '', verdict: 'several' as const, likely: [], before: null, earlier: null },
  amount: '400.00',
  papers: paperIds.map((paperId) => ({ paperId, title: '', author: '' })),
})

test('a division begins with the papers that are named, and the fee for each as long as it lasts', () => {
  expect(partsFor(named(one, two), '250.00')).toEqual([
    { paperId: one, amount: '250.00' },
    { paperId: two, amount: '150.00' },
  ])
  expect(partsFor(named(one, two), '400.00').map(({ amount }) => amount)).toEqual(['400.00', ''])
  expect(partsFor(named(one), '250.00')).toEqual([
    { paperId: one, amount: '400.00' },
    { paperId: '', amount: '' },
  ])
  expect(partsFor(named(), undefined)).toHaveLength(2)
})

test('it is sent once it is all of the line, for papers that there may be, each once', () => {
  const divided = (...parts: [string, string][]) =>
    dividedAs(
      named(),
      parts.map(([paperId, amount]) => ({ paperId, amount })),
    )
  expect(divided([` ${one.toLowerCase()} `, '250'], ['p26 0008 g', '150,00'], ['', ' '])).toEqual({
    paperIds: [one, two],
    shares: ['250', '150.00'],
  })
  expect([
    divided([one, '400']),
    divided([one, '250'], [two, '150.01']),
    divided([one, '250'], [one, '150']),
    divided([one, '250'], ['P26-0008-H', '150']),
    divided([one, '400'], [two, '0']),
    divided([one, '400'], [two, '']),
    divided([one, '500'], [two, '-100']),
  ]).toEqual(Array.from({ length: 7 }, () => undefined))
  expect([
    leftOf(named(), [{ paperId: one, amount: '250' }]),
    leftOf(named(), [{ paperId: '', amount: 'x' }]),
  ]).toEqual([15_000, 40_000])
})
