import { expect, test } from 'vitest'
import { figuresOf, sumsOf } from './figures.ts'
import { problemOf } from './problem-of.ts'

const nothing = { total: 0, pairs: 0, worst: 0, leastLoad: 0, mostLoad: 0, withExpert: 0, open: 0 }

test('figures count what papers have already in the worst paper alone, and leave out papers that ask for nobody', () => {
  const problem = {
    ...problemOf(
      [
        [500, 0, null],
        [0, 499, 300],
        [900, 900, 900],
      ],
      { seats: [2, 2, 0], least: [0, 0, 0], most: [2, 2, 2] },
    ),
    had: Int32Array.of(7, 20, 5),
  }
  expect(figuresOf(problem, [[0, 1], [1], []], 500)).toEqual({
    total: 999,
    pairs: 3,
    worst: 507,
    leastLoad: 0,
    mostLoad: 2,
    withExpert: 1,
    open: 1,
  })
  expect(sumsOf(problem, [[0, 1], [1], []])).toEqual([507, 519, 5])
  expect(figuresOf({ ...problem, had: Int32Array.of(7, 6, 0) }, [[0, 1], [1], []], 500).worst).toBe(505)
})

test('without what they have already papers begin at nothing', () => {
  const problem = problemOf([[0], [3]], { seats: [1, 1], least: [0], most: [2] })
  expect(sumsOf(problem, [[0], [0]])).toEqual([0, 3])
})

test('figures of nothing are nothing', () => {
  expect(figuresOf(problemOf([], { seats: [], least: [], most: [] }), [], 1)).toEqual(nothing)
  const asksNobody = problemOf([[4]], { seats: [0], least: [0], most: [1] })
  expect(figuresOf(asksNobody, [[]], 1)).toEqual(nothing)
})

test('a pair whose text is doubted makes nobody an expert', () => {
  const problem = problemOf(
    [
      [500, 500],
      [500, 0],
    ],
    { seats: [2, 1], least: [0, 0], most: [2, 2] },
  )
  const expertsWithout = (...doubted: readonly [number, number][]) =>
    figuresOf(problem, [[0, 1], [0]], 500, {
      isDoubted: (paper, reviewer) => doubted.some(([of, by]) => of === paper && by === reviewer),
    }).withExpert
  expect([
    expertsWithout(),
    expertsWithout([0, 0]),
    expertsWithout([0, 0], [0, 1]),
    expertsWithout([1, 0]),
  ]).toEqual([2, 2, 1, 1])
})

test('who is on a paper already is its expert too, and it counts once', () => {
  const problem = problemOf([[500], [10], [20]], { seats: [1, 1, 1], least: [0], most: [3] })
  const hadExpert = new Set([0, 1])
  expect(figuresOf(problem, [[0], [], [0]], 500, { hadExpert }).withExpert).toBe(2)
})
