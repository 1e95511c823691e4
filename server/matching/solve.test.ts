import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { certify, loadsOf } from './certify.ts'
import { everyAssignment } from './every-assignment.ts'
import { breachesOf, FORBIDDEN, type Problem, passesGate, SCORE_MAX, type Solution } from './problem.ts'
import { problemOf } from './problem-of.ts'
import { solve } from './solve.ts'

/** What is compared between solutions, the gravest first; smaller is better. */
function worthOf(problem: Problem, reviewersOf: readonly (readonly number[])[]): number[] {
  const loads = loadsOf(problem, reviewersOf)
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
  const passing = reviewersOf.map((own, paper) => own.filter((one) => passesGate(problem, paper, one)).length)
  return [
    sum(reviewersOf.map((own, paper) => (problem.seats[paper] ?? 0) - own.length)),
    sum(passing.map((count, paper) => Math.max(0, count - (problem.gate?.most[paper] ?? count)))),
    sum(loads.map((load, reviewer) => Math.max(0, (problem.least[reviewer] ?? 0) - load))),
    -sum(
      reviewersOf.flatMap((own, paper) =>
        own.map((one) => problem.scores[paper * problem.reviewers + one] ?? 0),
      ),
    ),
  ]
}

/** The best worth of all assignments there are. */
function bestOfAll(problem: Problem): number[] {
  let best: number[] = [Number.POSITIVE_INFINITY]
  everyAssignment(problem, (reviewersOf) => {
    const worth = worthOf(problem, reviewersOf)
    if (compare(worth, best) < 0) best = worth
  })
  return best
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, place) => one !== b[place])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

const problems = fc
  .record({ papers: fc.integer({ min: 0, max: 4 }), reviewers: fc.integer({ min: 1, max: 4 }) })
  .chain(({ papers, reviewers }) => {
    const count = (max: number, length: number) =>
      fc.array(fc.integer({ min: 0, max }), { minLength: length, maxLength: length })
    const score = fc.option(fc.constantFrom(0, 1, 2, 5, 9, 1_000_000), { freq: 4 })
    const row = fc.array(score, { minLength: reviewers, maxLength: reviewers })
    return fc
      .record({
        table: fc.array(row, { minLength: papers, maxLength: papers }),
        seats: count(3, papers),
        least: count(2, reviewers),
        most: count(3, reviewers),
        gateMost: fc.option(count(2, papers)),
        passing: count(1, reviewers),
      })
      .map(({ table, gateMost, passing, ...bounds }) =>
        problemOf(table, {
          ...bounds,
          gate:
            gateMost === null
              ? null
              : { most: Int32Array.from(gateMost), of: { reviewers: Uint8Array.from(passing) } },
        }),
      )
  })

describe('the assignment', () => {
  test('is the best of all there are, and its prices prove it', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const solution = solve(problem)
        expect(certify(problem, solution)).toEqual([])
        expect(worthOf(problem, solution.reviewersOf).map((one) => one + 0)).toEqual(
          bestOfAll(problem).map((one) => (Number.isFinite(one) ? one + 0 : 0)),
        )
      }),
      { numRuns: 1500 },
    )
  })

  test('moves others to serve all, and does the same for the same', () => {
    // Both want reviewer 0, who has time for one: the dear exchange is made.
    const problem = problemOf(
      [
        [900, 800],
        [700, 0],
      ],
      { seats: [1, 1], least: [0, 0], most: [1, 1] },
    )
    expect(solve(problem).reviewersOf).toEqual([[1], [0]])
    expect(solve(problem)).toEqual(solve(problem))
  })

  test('a larger one is proved too: 200 papers, 60 reviewers, minimum loads, a gate, conflicts', () => {
    let state = 1
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    const [papers, reviewers] = [200, 60]
    const table = Array.from({ length: papers }, () =>
      Array.from({ length: reviewers }, () => (random(12) === 0 ? null : random(1_000_000))),
    )
    const problem = problemOf(table, {
      seats: table.map(() => 3),
      least: Array.from({ length: reviewers }, () => 8),
      most: Array.from({ length: reviewers }, () => 11),
      gate: {
        most: new Int32Array(papers).fill(2),
        of: { reviewers: Uint8Array.from({ length: reviewers }, (_, one) => (one % 4 === 0 ? 0 : 1)) },
      },
    })
    const solution = solve(problem)
    expect(certify(problem, solution)).toEqual([])
    expect(loadsOf(problem, solution.reviewersOf).every((load) => load >= 8 && load <= 11)).toBe(true)
    expect([...solution.faults].reduce((sum, one) => sum + one, 0)).toBe(200 - 15 * 11)
  })
})

describe('the certificate', () => {
  const problem = problemOf(
    [
      [9, 5, 1],
      [8, 2, 3],
    ],
    { seats: [1, 1], least: [0, 0, 0], most: [1, 1, 1] },
  )
  const good = solve(problem)
  const changed = (part: Partial<Solution>) => certify(problem, { ...good, ...part })

  test('accepts the optimum alone', () => {
    expect(changed({})).toEqual([])
    expect(good.reviewersOf).toEqual([[1], [0]])
    expect(changed({ reviewersOf: [[0], [2]] })).not.toEqual([])
    expect(
      changed({ prices: { ...good.prices, reviewer: good.prices.reviewer.map((one) => one - 1) } }),
    ).not.toEqual([])
  })

  /** One paper of one seat: what is wrong with giving it to a reviewer, at prices that leave no pair to blame. */
  const blamed = (
    given: Partial<Problem>,
    reviewer: number | null,
    heights: { reviewer: [number, number]; paper: number; gate: number },
    open = 0,
  ) => {
    const small = problemOf([[9, 5]], { seats: [1], least: [0, 0], most: [1, 1] })
    return certify(
      { ...small, ...given },
      {
        reviewersOf: [reviewer === null ? [] : [reviewer]],
        open: Int32Array.of(open),
        faults: new Int32Array(1),
        prices: {
          reviewer: Float64Array.from(heights.reviewer),
          paper: Float64Array.of(heights.paper),
          gate: Float64Array.of(heights.gate),
        },
      },
    )
  }
  const [nine, five] = [9 - SCORE_MAX, 5 - SCORE_MAX]

  test('refuses loads that another would better', () => {
    const missed = { least: Int32Array.of(0, 1) }
    expect(blamed(missed, 0, { reviewer: [0, 0], paper: nine, gate: 0 })).toEqual([
      'Reviewer 1 should have more.',
    ])
    expect(blamed({}, 0, { reviewer: [1, 1], paper: nine + 1, gate: 0 })).toEqual([
      'Reviewer 0 should have less.',
    ])
    expect(blamed({}, 0, { reviewer: [0, 0], paper: nine, gate: 0 })).toEqual([])
  })

  test('refuses gates that are exceeded, or left unused, where that does not pay', () => {
    const gate = (most: number) => ({
      gate: { most: Int32Array.of(most), of: { reviewers: Uint8Array.of(1, 0) } },
    })
    const heights = { reviewer: [0, 0] as [number, number], paper: five, gate: nine }
    expect(blamed(gate(0), 0, heights)).toEqual(['Paper 0: fewer should pass its gate.'])
    expect(blamed(gate(1), 1, heights)).toEqual(['Paper 0: more should pass its gate.'])
    expect(blamed(gate(0), 1, heights)).toEqual([])
    // To the last unit.
    expect(blamed(gate(1), 0, { ...heights, paper: nine + 1 })).toEqual([
      'Paper 0: fewer should pass its gate.',
    ])
  })

  const only = { most: Int32Array.of(1, 0) }
  const at = (paper: number) => ({ reviewer: [0, 0] as [number, number], paper, gate: 0 })

  test('refuses a pair that is priced wrongly, chosen or not', () => {
    expect(blamed({}, 0, at(nine + 1))).toEqual(['Pair 0, 0 is not priced right.'])
    expect(blamed({}, 0, at(five - 1))).toEqual(['Pair 0, 1 is not priced right.'])
    expect(blamed({}, 0, at(five))).toEqual([])
    // Whose limit is none can be chosen only where limits may be passed.
    expect(blamed(only, 0, at(five - 1))).toEqual([])
    expect(blamed({ ...only, stretch: 'seats' }, 0, at(five - 1))).toEqual(['Pair 0, 1 is not priced right.'])
  })

  test('refuses a seat that is open without need, or filled though it had better be open', () => {
    const dear = breachesOf(problemOf([[9, 5]], { seats: [1], least: [0, 0], most: [1, 1] })).open
    expect(blamed({}, null, at(0), 1)).toEqual(['Paper 0 has a seat open without need.'])
    expect(blamed(only, 0, at(-1 - dear))).toEqual(['Paper 0 should have an open seat.'])
    expect(blamed(only, 0, at(-dear))).toEqual([])
  })

  test('refuses more or fewer in a paper’s seats than it has, open ones counted', () => {
    const seats = (solution: [number | null, number]) => blamed(only, solution[0], at(-1e9), solution[1])
    const ofSeats = (found: string[]) => found.filter((fault) => fault.includes(' seats of '))
    expect(ofSeats(seats([0, 1]))).toEqual(['Paper 0 has 2 seats of 1.'])
    expect(ofSeats(seats([null, 0]))).toEqual(['Paper 0 has 0 seats of 1.'])
    expect([ofSeats(seats([0, 0])), ofSeats(seats([null, 1]))]).toEqual([[], []])
  })

  test('lets nobody pass their limit but where limits may be passed', () => {
    const none = { most: Int32Array.of(0, 0) }
    const ofLoads = (found: string[]) => found.filter((fault) => fault.endsWith(' papers.'))
    expect(ofLoads(blamed(none, 0, at(nine)))).toEqual(['Reviewer 0 has 1 papers.'])
    expect(ofLoads(blamed({ ...none, stretch: 'seats' }, 0, at(nine)))).toEqual([])
  })

  test('says five things at most', () => {
    const papers = 7
    const many = problemOf(
      Array.from({ length: papers }, () => [9]),
      { seats: Array.from({ length: papers }, () => 1), least: [0], most: [papers] },
    )
    const solution = solve(many)
    expect(certify(many, solution)).toEqual([])
    const empty = Array.from({ length: papers }, () => [])
    expect(certify(many, { ...solution, reviewersOf: empty })).toEqual(
      [0, 1, 2, 3, 4].map((paper) => `Paper ${paper} has 0 seats of 1.`),
    )
  })

  test('refuses what is not allowed', () => {
    expect(changed({ reviewersOf: [[0], [0]] })).toContain('Reviewer 0 has 2 papers.')
    expect(changed({ reviewersOf: [[1, 1], [0]] })).toContain('Paper 0 has somebody twice.')
    expect(changed({ reviewersOf: [[], [0]] })).toContain('Paper 0 has 0 seats of 1.')
    const forbidden = { ...problem, scores: Int32Array.from([9, FORBIDDEN, 1, 8, 2, 3]) }
    expect(certify(forbidden, good)).toContain('Paper 0 must not have reviewer 1.')
  })
})
