import { expect, test } from 'vitest'
import { whatVerifies } from './what-verifies.ts'
import { words } from './words.ts'

test.each([
  [false, '', /becomes complete, and the author gets a receipt/],
  [true, '', /Say what it is/],
  [true, 'part', /goes on awaiting payment/],
  [true, 'paid', /becomes complete although this is not the fee/],
])('asked %s and said to be “%s”, the sentence follows the amount', (asked, as, expected) => {
  expect(words.verifyText[whatVerifies(asked, as)]).toMatch(expected)
})
