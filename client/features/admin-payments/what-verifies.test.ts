import { expect, test } from 'vitest'
import { whatVerifies } from './what-verifies.ts'
import { words } from './words.ts'

test.each([
  ['', false, '', /^The submission becomes complete, and the author gets a receipt/],
  ['12', false, '', /^If this is the fee, .* If it is not, you are asked/],
  ['12', true, '', /Say what it is/],
  ['12', true, 'part', /goes on awaiting payment/],
  ['12', true, 'paid', /becomes complete although this is not the fee/],
])(
  'of “%s”, asked %s and said to be “%s”, the sentence follows the amount',
  (amount, asked, as, expected) => {
    expect(words.verifyText[whatVerifies(amount, asked, as)]).toMatch(expected)
  },
)

test('an amount left empty is the fee only where nothing is noted; else the sum that is', () => {
  const [much, abroad] = [
    { amount: '300.00', currency: 'EUR' },
    { amount: '40.00', currency: 'CHF' },
  ]
  expect(words.amountHint({ received: [], missing: null })).toBe('Left empty it is the fee.')
  expect(words.amountHint({ received: [much, abroad], missing: null })).toBe(
    'What arrived beside what is noted. Left empty it is that alone: 300.00 EUR and 40.00 CHF.',
  )
  expect(words.amountHint({ received: [abroad], missing: much })).toMatch(/^What arrived beside the parts/)
})
