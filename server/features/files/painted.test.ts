import { expect, test } from 'vitest'
import { Painted } from './painted.ts'
import type { Paint } from './paints.ts'

const VIEW = [0, 0, 600, 800]
const BLACK = [0, 0, 0] as const

/** An area, and a count of how often areas are asked. */
function areas() {
  let asked = 0
  const area = (left: number, bottom: number, right: number, top: number, covers = true): Paint => ({
    box: [left, bottom, right, top],
    covers,
    colourAt: (x, y) => {
      asked += 1
      return x >= left && x <= right && y >= bottom && y <= top ? BLACK : undefined
    },
  })
  return { area, asked: () => asked }
}

/** 16 places along a line of text. */
const line = (y: number) => Array.from({ length: 16 }, (_, place): [number, number] => [20 + 35 * place, y])

test('a page of 40,000 areas and 4,000 lines of text is asked in proportion to it, not to its square', () => {
  const { area, asked } = areas()
  const painted = new Painted(VIEW)
  for (let n = 0; n < 40_000; n += 1)
    painted.add(area((n % 200) * 3, Math.floor(n / 200) * 4, (n % 200) * 3 + 1, Math.floor(n / 200) * 4 + 1))
  for (let n = 0; n < 4000; n += 1) painted.isCovered(line(n / 5), 0)
  // Each of 64,000 places asks the areas of its cell at most: some 200 of 40,000.
  expect(asked()).toBeLessThan(64_000 * 250)
  expect(asked()).toBeGreaterThan(0)
})

test('a page that was made to take long ends, and what could not be looked at counts as unseen', () => {
  const { area, asked } = areas()
  const painted = new Painted(VIEW)
  for (let n = 0; n < 30_000; n += 1) painted.add(area(300, 400, 300.5, 400.5))
  const places = Array.from({ length: 16 }, (): [number, number] => [305, 405])
  expect(painted.isCovered(places, 0)).toBe(false)
  let last = false
  for (let n = 0; n < 100; n += 1) last = painted.isCovered(places, 0)
  expect(last).toBe(true)
  expect(painted.colourAt(305, 405)).toBeUndefined()
  expect(asked()).toBeLessThanOrEqual(5_000_000)
})

test('what was drawn later covers, what was drawn before does not; the topmost colour counts', () => {
  const { area } = areas()
  const painted = new Painted(VIEW)
  painted.add(area(0, 0, 600, 800))
  expect(painted.isCovered(line(100), 0)).toBe(true)
  expect(painted.isCovered(line(100), painted.count)).toBe(false)
  painted.add(area(0, 0, 600, 800, false))
  expect(painted.isCovered(line(100), 1)).toBe(false)
  expect(painted.colourAt(700, 900)).toEqual([255, 255, 255])
  expect(painted.colourAt(5, 5)).toEqual(BLACK)
})
