import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromTimestamp } from './from-timestamp.ts'
import { timestamp, toTimestamp } from './timestamp.ts'

test('a moment travels as whole seconds and nanoseconds, before 1970 too', () => {
  expect(toTimestamp(new Date(1500))).toEqual({ _seconds: 1, _nanoseconds: 500_000_000 })
  expect(toTimestamp(new Date(-1500))).toEqual({ _seconds: -2, _nanoseconds: 500_000_000 })
})

test('every moment fits the schema and comes back to the second', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (at) => {
      const stamp = timestamp.parse(toTimestamp(at))
      expect(at.getTime() - fromTimestamp(stamp).getTime()).toBe(stamp._nanoseconds / 1_000_000)
    }),
  )
})
