import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tooMany } from '#server/core/app-error.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { assertNotThrottled, countTry, forgetTries, type Limit, limits, waitAfter } from './throttle.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const limit: Limit = { free: 3, windowMs: 60_000, waitMs: 5_000 }
const tryOnce = (key: string) => t.transact((ctx) => countTry(ctx, key, limit))
const isOpen = (key: string) =>
  t
    .transact((ctx) => assertNotThrottled(ctx, [key], 'wait'))
    .then(
      () => true,
      () => false,
    )

test('the waits double and never pass the window', () => {
  expect([1, 2, 3, 4, 5, 9].map((count) => waitAfter(count, limit))).toEqual([
    0, 0, 5_000, 10_000, 20_000, 60_000,
  ])
  const any = fc.constantFrom(...Object.values(limits))
  fc.assert(
    fc.property(any, fc.integer({ min: 1, max: 10_000 }), (one, count) => {
      const wait = waitAfter(count, one)
      expect(wait).toBeLessThanOrEqual(one.windowMs)
      expect(waitAfter(count + 1, one)).toBeGreaterThanOrEqual(wait)
    }),
  )
})

test('a key is open while its tries are free, waits after, and is open again when the wait is over', async () => {
  for (let n = 0; n < 2; n += 1) await tryOnce('a')
  expect(await isOpen('a')).toBe(true)
  await tryOnce('a')
  expect(await isOpen('a')).toBe(false)
  expect(await isOpen('b')).toBe(true)
  t.clock.advance(5_001)
  expect(await isOpen('a')).toBe(true)
  await tryOnce('a')
  t.clock.advance(5_001)
  expect(await isOpen('a')).toBe(false)
})

test('how long it is until the next try is said: seconds, and from one minute on whole minutes, never too few', () => {
  const said = (seconds: number) => tooMany('Too many.', seconds).message
  expect([0.2, 1.5, 59, 60, 61, 3600].map(said)).toEqual([
    'Too many. Try again in 1 second.',
    'Too many. Try again in 2 seconds.',
    'Too many. Try again in 59 seconds.',
    'Too many. Try again in 1 minute.',
    'Too many. Try again in 2 minutes.',
    'Too many. Try again in 60 minutes.',
  ])
})

test('a new window starts from nothing, and a right try forgets the wrong ones', async () => {
  for (let n = 0; n < 3; n += 1) await tryOnce('c')
  t.clock.advance(60_001)
  await tryOnce('c')
  expect(await isOpen('c')).toBe(true)
  for (let n = 0; n < 2; n += 1) await tryOnce('c')
  expect(await isOpen('c')).toBe(false)
  await t.transact((ctx) => forgetTries(ctx, 'c'))
  expect(await isOpen('c')).toBe(true)
})
