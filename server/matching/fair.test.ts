import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everyAssignment } from './every-assignment.ts'
import { figuresOf, sumsOf } from './figures.ts'
import { type Assignment, type Problem, passesGate } from './problem.ts'
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
          const sorted = (of: (problem: Problem) => Assignment) =>
            sumsOf(problem, of(problem).reviewersOf).sort((a, b) => a - b)
          const [plain, fair] = [sorted(solve), sorted(solveFairly)]
          const at = fair.findIndex((sum, place) => sum !== plain[place])
          expect(at === -1 || (fair[at] ?? 0) > (plain[at] ?? 0)).toBe(true)
          const worst = (of: (problem: Problem) => Assignment) =>
            figuresOf(problem, of(problem).reviewersOf, 0).worst
          expect(worst(solveFairly)).toBeGreaterThanOrEqual(worst(solve))
        },
      ),
      { numRuns: 150 },
    )
  })

  // Six papers can have next to nothing, each a little more than the one before; the last two gain by an exchange.
  const hopeless = Array.from({ length: 6 }, (_, n) => 10_000 * (n + 1))
  const last = [
    [1_000_000, 400_000],
    [600_000, 100_000],
  ]
  test.each<[string, readonly number[], Pick<Problem, 'gate'>]>([
    ['whose best reviewer has no time left', [0, 1, 1, 1, 1, 1, 1, 1, 1], { gate: null }],
    [
      'whose best reviewer is not experienced',
      [9, 1, 1, 1, 1, 1, 1, 1, 1],
      { gate: { most: new Int32Array(8), of: { reviewers: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0) } } },
    ],
  ])('papers %s hold up no others', (_, most, gate) => {
    const table = [
      ...hopeless.map((own, n) => [
        1_000_000,
        ...hopeless.map((_none, at) => (at === n ? own : null)),
        null,
        null,
      ]),
      ...last.map((own) => [null, ...hopeless.map(() => null), ...own]),
    ]
    const problem = {
      ...problemOf(table, { seats: all(8, 1), least: none(9), most }),
      ...gate,
    }
    const plain = [...hopeless.map((_none, n) => [n + 1]), [7], [8]]
    expect(solve(problem).reviewersOf).toEqual(plain)
    expect(solveFairly(problem).reviewersOf).toEqual([...plain.slice(0, 6), [8], [7]])
  })

  test('where seats stay open, they are not all one paper’s', () => {
    const problem = problemOf(
      [
        [900, 800],
        [500, 400],
      ],
      { seats: [2, 2], least: none(2), most: all(2, 1) },
    )
    expect(solve(problem).reviewersOf).toEqual([[0, 1], []])
    expect(solveFairly(problem)).toMatchObject({ reviewersOf: [[1], [0]], open: Int32Array.of(1, 1) })
  })

  test('leaves no seat open for it, not even in place of a paper without somebody experienced', () => {
    // Without anybody, paper 0 would have no fault, and paper 1 the reviewer who suits it better.
    const problem = {
      ...problemOf(
        [
          [null, 100],
          [50, 60],
        ],
        {
          seats: [1, 1],
          least: none(2),
          most: [1, 1],
          gate: { most: Int32Array.of(0, 1), of: { reviewers: Uint8Array.of(1, 1) } },
        },
      ),
      had: Int32Array.of(1000, 0),
    }
    expect(solveFairly(problem).reviewersOf).toEqual([[1], [0]])
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

  describe('of eight pairs of papers that each have a level of their own', () => {
    // In pair n one reviewer suits both papers, the first better; the other is worth 20,000 (n + 1) to the first paper
    // and half a step less to the second. The total gives the first paper the better one; the worse-off gain otherwise.
    const STEP = 20_000
    const table = Array.from({ length: 16 }, (_, row) => {
      const n = Math.floor(row / 2)
      const own = row % 2 === 0 ? [1_000_000, STEP * (n + 1)] : [700_000, STEP * (n + 1) - STEP / 2]
      return Array.from({ length: 16 }, (_none, at) => (Math.floor(at / 2) === n ? (own[at % 2] ?? 0) : null))
    })
    const problem = problemOf(table, { seats: all(16, 1), least: none(16), most: all(16, 1) })
    /** The pairs whose second paper has the better reviewer. */
    const turned = (found: Assignment) =>
      Array.from({ length: 8 }, (_, n) => n).filter((n) => found.reviewersOf[2 * n + 1]?.[0] === 2 * n)

    test('one after the other is raised, and how far it is is said', () => {
      const said: string[] = []
      const found = solveFairly(problem, (done, of) => void said.push(`${done}/${of}`))
      expect(turned(solve(problem))).toEqual([])
      expect(turned(found)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      // Eight steps raise one, and sixteen leave one as it is.
      expect([said[0], said.length, said.at(-1)]).toEqual(['0/16', 24, '16/16'])
      expect(said).toEqual(said.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)))
    })

    test.each([
      [1, [0]],
      [3, [0, 1]],
    ])('what %i steps brought is kept when the time is up, the worst-off first', (steps, raised) => {
      let begun = 0
      const found = solveFairly(
        problem,
        () => {
          begun += 1
        },
        () => begun >= steps,
      )
      expect(turned(found)).toEqual(raised)
    })
  })

  test('with several reviewers most often finds the best there is for the worst-off paper, held against all ways', () => {
    const random = randomFrom(7)
    const row = (length: number) =>
      Array.from({ length }, () => {
        const kind = random(9)
        return kind === 0 ? null : kind <= 2 ? 0 : random(1_000_000)
      })
    /** In how many of 100 the worst-off paper has the most there is: with the largest total, and fairly. */
    const held = (
      papers: number,
      reviewers: number,
      seats: number,
      most: number,
      given: { gate?: boolean; had?: boolean } = {},
    ) => {
      let [total, fair] = [0, 0]
      for (let n = 0; n < 100; n += 1) {
        const table = Array.from({ length: papers }, () => row(reviewers))
        const had = given.had ? table.map(() => random(2) * random(1_000_000)) : none(papers)
        const problem = {
          ...problemOf(table, {
            seats: all(papers, seats),
            least: none(reviewers),
            most: all(reviewers, most),
            gate: given.gate
              ? {
                  most: new Int32Array(papers).fill(seats - 1),
                  of: { reviewers: Uint8Array.from({ length: reviewers }, (_, at) => at % 2) },
                }
              : null,
          }),
          had: Int32Array.from(had),
        }
        const best = bestWorst(problem)
        const worst = (found: Assignment) => Math.min(...sumsOf(problem, found.reviewersOf))
        if (worst(solve(problem)) === best) total += 1
        if (worst(solveFairly(problem)) === best) fair += 1
      }
      return { total, fair }
    }
    expect(held(3, 4, 2, 2)).toEqual({ total: 78, fair: 100 })
    expect(held(3, 4, 2, 2, { gate: true })).toEqual({ total: 85, fair: 100 })
    expect(held(3, 5, 3, 2)).toEqual({ total: 63, fair: 100 })
    // As many places as seats, and fewer: nobody stays without anybody.
    expect(held(4, 4, 2, 2)).toEqual({ total: 61, fair: 100 })
    expect(held(4, 4, 2, 1)).toEqual({ total: 21, fair: 100 })
    expect(held(4, 3, 2, 2)).toEqual({ total: 47, fair: 99 })
    // Beside who is on some of them already.
    expect(held(3, 4, 2, 2, { had: true })).toEqual({ total: 83, fair: 100 })
    expect(held(4, 4, 2, 1, { had: true })).toEqual({ total: 11, fair: 100 })
    expect(held(4, 4, 1, 1, { had: true })).toEqual({ total: 54, fair: 100 })
  })

  test('raises not only the worst-off of a conference of thirty papers, three reviewers each', () => {
    const random = randomFrom(3)
    const field = (of: number) => Array.from({ length: of }, () => random(4))
    const [papers, reviewers] = [field(30), field(12)]
    const table = papers.map((subject) =>
      reviewers.map((own) =>
        random(10) === 0 ? null : own === subject ? 200_000 + random(700_000) : random(250_000),
      ),
    )
    const given = { seats: all(30, 3), least: none(12), most: all(12, 8) }
    const open = {
      ...problemOf(table, given),
      had: Int32Array.from(papers, () => random(2) * random(400_000)),
    }
    const gated = {
      ...open,
      gate: {
        most: new Int32Array(30).fill(2),
        of: { reviewers: Uint8Array.from(reviewers, (_, at) => (at % 3 === 0 ? 0 : 1)) },
      },
    }
    const worstSix = (problem: Problem, found: Assignment) =>
      sumsOf(problem, found.reviewersOf)
        .sort((a, b) => a - b)
        .slice(0, 6)
    expect(worstSix(open, solve(open))).toEqual([711868, 729784, 935390, 985394, 996120, 1021960])
    expect(worstSix(open, solveFairly(open))).toEqual([719693, 742200, 954194, 996120, 1015071, 1021960])
    expect(worstSix(gated, solve(gated))).toEqual([670110, 729784, 902333, 968525, 996120, 997851])
    expect(worstSix(gated, solveFairly(gated))).toEqual([698652, 742200, 904117, 996120, 1015071, 1021960])
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

function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** The most that the worst-off paper can have without more open seats or exceeded gates, of all assignments there are. */
function bestWorst(problem: Problem): number {
  const faultsOf = (own: readonly number[], paper: number) =>
    Math.max(
      0,
      own.filter((one) => passesGate(problem, paper, one)).length - (problem.gate?.most[paper] ?? own.length),
    )
  const plain = solve(problem)
  const sum = (values: Iterable<number>) => [...values].reduce((x, y) => x + y, 0)
  const [open, faults] = [sum(plain.open), sum(plain.faults)]
  let best = -1
  everyAssignment(problem, (chosen) => {
    const left = sum(problem.seats) - sum(chosen.map(({ length }) => length))
    if (left === open && sum(chosen.map(faultsOf)) === faults) {
      best = Math.max(best, Math.min(...sumsOf(problem, chosen)))
    }
  })
  return best
}
