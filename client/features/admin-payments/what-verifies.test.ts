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
