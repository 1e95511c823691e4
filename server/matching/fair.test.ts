import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figuresOf, sumsOf } from './figures.ts'
import { problemOf } from './problem-of.ts'
import { solve } from './solve.ts'
import { solveFairly } from './solve-fairly.ts'

const none = (count: number) => Array.from({ length: count }, () => 0)
const all = (count: number, value: number) => Array.from({ length: count }, () => value)

describe('the fair assignment', () => {
  test('gives the worst-off paper more, at a cost in total', () => {
    const problem = problemOf(
      [
        [1000, 700],
        [900, 100],
      ],
      { seats: [1, 1], least: none(2), most: [1, 1] },
    )
    // Both ways serve all: 1000 + 100, or 700 + 900.
    const unequal = problemOf(
      [
        [1000, 400],
        [600, 100],
      ],
      { seats: [1, 1], least: none(2), most: [1, 1] },
    )
    expect(solveFairly(problem).reviewersOf).toEqual([[1], [0]])
    expect(solve(unequal).reviewersOf).toEqual([[0], [1]])
    expect(solveFairly(unequal).reviewersOf).toEqual([[1], [0]])
    expect(figuresOf(unequal, solveFairly(unequal).reviewersOf, 500)).toEqual({
      total: 1000,
      pairs: 2,
      worst: 400,
      leastLoad: 1,
      mostLoad: 1,
      withExpert: 1,
      open: 0,
    })
  })

  const scores = (papers: number, reviewers: number) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: reviewers, maxLength: reviewers }), {
      minLength: papers,
      maxLength: papers,
    })

  test('with one reviewer a paper no assignment has a better worst-off paper', () => {
    fc.assert(
      fc.property(scores(3, 4), (table) => {
        const problem = problemOf(table, { seats: all(3, 1), least: none(4), most: all(4, 1) })
        const found = figuresOf(problem, solveFairly(problem).reviewersOf, 0)
        let worst = -1
        for (let a = 0; a < 4; a += 1) {
          for (let b = 0; b < 4; b += 1) {
            for (let c = 0; c < 4; c += 1) {
              if (a === b || b === c || a === c) continue
              const its = [table[0]?.[a] ?? 0, table[1]?.[b] ?? 0, table[2]?.[c] ?? 0]
              worst = Math.max(worst, Math.min(...its))
            }
          }
        }
        expect(found.worst).toBe(worst)
      }),
      { numRuns: 200 },
    )
  })

  test('a paper that nobody knows does not keep the next-worst from rising', () => {
    // The first can have nothing; the total would give the third 900 and leave the second with 100.
    const problem = problemOf(
      [
        [0, 0, 0],
        [0, 400, 100],
        [0, 900, 500],
      ],
      { seats: [1, 1, 1], least: none(3), most: all(3, 1) },
    )
    expect(solve(problem).reviewersOf).toEqual([[0], [2], [1]])
    expect(solveFairly(problem).reviewersOf).toEqual([[0], [1], [2]])
  })

  test('what papers have already counts, and no paper is worse off for it than with the largest total', () => {
    fc.assert(
      fc.property(
        scores(5, 5),
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 5, maxLength: 5 }),
        (table, had) => {
          const problem = {
            ...problemOf(table, { seats: [2, 1, 2, 0, 1], least: none(5), most: all(5, 2) }),
            had: Int32Array.from(had),
          }
          const sorted = (of: typeof solve) => sumsOf(problem, of(problem).reviewersOf).sort((a, b) => a - b)
          const [plain, fair] = [sorted(solve), sorted(solveFairly)]
          const at = fair.findIndex((sum, place) => sum !== plain[place])
          expect(at === -1 || (fair[at] ?? 0) > (plain[at] ?? 0)).toBe(true)
          const worst = (of: typeof solve) => figuresOf(problem, of(problem).reviewersOf, 0).worst
          expect(worst(solveFairly)).toBeGreaterThanOrEqual(worst(solve))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('when its time is up, the largest total is what it has', () => {
    const problem = problemOf(
      [
        [1000, 400],
        [600, 100],
      ],
      { seats: [1, 1], least: none(2), most: [1, 1] },
    )
    expect(solveFairly(problem, undefined, () => true).reviewersOf).toEqual(solve(problem).reviewersOf)
  })

  test('with several reviewers never leaves the worst-off paper with less, nor a seat open', () => {
    fc.assert(
      fc.property(scores(6, 5), fc.boolean(), (table, withGate) => {
        const gate = withGate
          ? { most: new Int32Array(6).fill(1), of: { reviewers: Uint8Array.of(1, 1, 0, 0, 1) } }
          : null
        const problem = problemOf(table, { seats: all(6, 2), least: none(5), most: all(5, 3), gate })
        const [plain, fair] = [solve(problem), solveFairly(problem)]
        const [a, b] = [plain, fair].map(({ reviewersOf }) => figuresOf(problem, reviewersOf, 0))
        expect(b?.worst).toBeGreaterThanOrEqual(a?.worst ?? Number.NaN)
        expect(b?.total).toBeLessThanOrEqual(a?.total ?? Number.NaN)
        expect(b?.open).toBe(a?.open)
        expect([...fair.faults].reduce((x, y) => x + y, 0)).toBe([...plain.faults].reduce((x, y) => x + y, 0))
      }),
      { numRuns: 150 },
    )
  })
})
