import { expect, test } from 'vitest'
import { addressOf, newSecret, stepOf } from './totp.ts'

/** RFC 6238, appendix B: the secret of SHA-1 in base32, and of each code its last six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const

test.each(vectors)('at %d s the code of RFC 6238 is taken, for its step', (seconds, code) => {
  expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test.each([
  [-31, 41152263 - 1],
  [-1, 41152263],
  [29, 41152263],
  [30, 41152263],
  [59, 41152263],
])('a clock that is %d s off its step still finds it, or not', (off, step) => {
  // 1234567890 is the first second of step 41152263.
  const found = stepOf(secret, '005924', new Date((1234567890 + off) * 1000))
  expect(found).toBe(off === -31 ? undefined : step)
})

test.each(['', '00592', '0059240', '005925', 'abcdef', '００５９２４'])('%s is no code', (code) => {
  expect(stepOf(secret, code, new Date(1234567890_000))).toBeUndefined()
})

test('the address holds what an app needs, and nothing in it breaks it', () => {
  const address = new URL(addressOf(secret, 'Größe & Co: 2026?', 'ada+x@north.example'))
  expect([address.protocol, address.searchParams.get('secret'), address.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    secret,
    'Größe & Co: 2026?',
  ])
  expect(newSecret((count) => Buffer.alloc(count, 7))).toHaveLength(32)
})
