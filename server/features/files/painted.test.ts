import { expect, test } from 'vitest'
import { type Shade, WHITE } from './blended.ts'
import { Effort, Painted } from './painted.ts'
import type { Paint } from './paints.ts'

const VIEW = [0, 0, 600, 800]
const BLACK: Shade = [0, 0, 0, 1]

/** An area, and a count of how often areas are asked. */
function areas() {
  let asked = 0
  const area = (
    [left, bottom, right, top]: readonly [number, number, number, number],
    shade = BLACK,
    blend = 'source-over',
  ): Paint => ({
    box: [left, bottom, right, top],
    blend,
    points: 5,
    shadeAt: (x, y) => {
      asked += 1
      return x >= left && x <= right && y >= bottom && y <= top ? shade : undefined
    },
  })
  return { area, asked: () => asked }
}

/** What is seen in the middle of a page with nothing, and with black ink, after some paints. */
const inked = (painted: Painted, after: number) =>
  painted.seenWith(300, 400, [after, after], [BLACK], 'source-over')?.map((shade) => shade.map(Math.round))

test('a page of 40,000 areas and 64,000 letters is asked in proportion to it, not to its square', () => {
  const { area, asked } = areas()
  const painted = new Painted(VIEW)
  for (let n = 0; n < 40_000; n += 1) {
    const [x, y] = [(n % 200) * 3, Math.floor(n / 200) * 4]
    painted.add(area([x, y, x + 1, y + 1]))
  }
  for (let n = 0; n < 64_000; n += 1)
    painted.seenWith(20 + (n % 500), n / 100, [0, 0], [BLACK], 'source-over')
  // Only areas whose box has the point, to the nearest unit, are asked themselves.
  expect(asked()).toBeLessThan(64_000 * 3)
  expect(asked()).toBeGreaterThan(0)
})

test('a page that was made to take long ends, and what could not be looked at counts as unseen', () => {
  const { area, asked } = areas()
  const painted = new Painted(VIEW, new Effort(100_000))
  for (let n = 0; n < 10_000; n += 1) painted.add(area([0, 0, 600, 800], [0, 0, 0, 0.00001]))
  expect(painted.shadeAt(300, 400)).toBeDefined()
  expect(painted.shadeAt(300, 400)).toBeUndefined()
  expect(inked(painted, 0)).toBeUndefined()
  expect(asked()).toBeLessThan(20_000)
})

test('what was drawn later covers, what was drawn before does not; layers add up', () => {
  const { area } = areas()
  const painted = new Painted(VIEW)
  painted.add(area([0, 0, 600, 800], WHITE))
  expect(inked(painted, 0)).toEqual([WHITE, WHITE])
  expect(inked(painted, 1)).toEqual([WHITE, BLACK])
  painted.add(area([0, 0, 600, 800], [255, 255, 255, 0.5]))
  expect(inked(painted, 1)).toEqual([WHITE, [128, 128, 128, 1]])
  painted.add(area([0, 0, 600, 800], [255, 255, 255, 0.5]))
  expect(inked(painted, 1)).toEqual([WHITE, [191, 191, 191, 1]])
  painted.add(area([0, 0, 600, 800], WHITE, 'screen'))
  expect(inked(painted, 1)).toEqual([WHITE, WHITE])
  expect(painted.shadeAt(700, 900)).toEqual(WHITE)
})
