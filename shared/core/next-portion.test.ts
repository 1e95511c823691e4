import { expect, test } from 'vitest'
import { nextPortion } from './next-portion.ts'

const between = { least: 100, most: 500 }

test('a portion that was done quickly is followed by a larger one, at most twice as large', () => {
  expect(nextPortion(100, 500, between)).toBe(140)
  expect(nextPortion(100, 50, between)).toBe(200)
  expect(nextPortion(200, 0, between)).toBe(400)
})

test('a portion is never larger than a call takes, nor smaller than the least', () => {
  expect(nextPortion(400, 100, between)).toBe(500)
  expect(nextPortion(500, 100, between)).toBe(500)
  expect(nextPortion(500, 60_000, between)).toBe(100)
  expect(nextPortion(50, 10, { least: 50, most: 50 })).toBe(50)
})

test('a portion that took too long is followed by a smaller one', () => {
  expect(nextPortion(500, 1400, between)).toBe(250)
})
