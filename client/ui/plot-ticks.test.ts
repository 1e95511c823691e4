import { describe, expect, test } from 'vitest'
import { countAxis, dayTicks } from './plot-ticks.ts'

describe('an axis that counts', () => {
  test.each([
    [0, 1, [0, 1]],
    [1, 1, [0, 1]],
    [2, 2, [0, 1, 2]],
    [3, 3, [0, 1, 2, 3]],
    [7, 8, [0, 2, 4, 6, 8]],
    [612, 800, [0, 200, 400, 600, 800]],
  ])('up to %i has whole numbers alone', (most, ceiling, values) => {
    expect(countAxis(most)).toEqual({ ceiling, values })
  })
})

describe('an axis of days', () => {
  const daysOf = (from: string, until: string) =>
    dayTicks(new Date(from), new Date(until), 8).map((at) => at.toISOString().slice(0, 10))

  test('names each day once, however few they are', () => {
    expect(daysOf('2026-11-26', '2026-11-27')).toEqual(['2026-11-26', '2026-11-27'])
    expect(daysOf('2026-11-26', '2026-11-29')).toEqual([
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ])
  })

  test('names some days of many', () => {
    expect(daysOf('2026-05-01', '2026-11-27')).toEqual([
      '2026-05-01',
      '2026-06-01',
      '2026-07-01',
      '2026-08-01',
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
    ])
  })
})
