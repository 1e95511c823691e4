import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FORBIDDEN, type Problem } from './problem.ts'
import { problemOf } from './problem-of.ts'
import { type Bar, type Circumstances, gateShortageOf, shortageOf } from './shortage.ts'
import { solve } from './solve.ts'

const none = (count: number) => Array.from({ length: count }, () => 0)
const all = (count: number, value: number) => Array.from({ length: count }, () => value)
const sum = (values: Iterable<number>) => [...values].reduce((x, y) => x + y, 0)
const conflictsOnly: Circumstances = {
  barOf: () => 'conflict',
  wouldScore: () => 0,
  newcomersMost: null,
  lowerBy: 2,
}
const explain = (problem: Problem, known: Partial<Circumstances> = {}) =>
  shortageOf(problem, solve(problem), { ...conflictsOnly, ...known })

describe('an open seat', () => {
  test('is put down to loads, with the papers that share too few reviewers', () => {
    const problem = problemOf(
      [
        [5, null, null],
        [5, null, null],
        [5, 4, null],
      ],
      { seats: [1, 1, 1], least: none(3), most: [1, 1, 1] },
    )
    expect(explain(problem)).toEqual({
      papers: [
        {
          paper: 1,
          open: 1,
          eligible: 1,
          why: 'loads',
          standing: { there: 0, conflict: 2, mustNot: 0, gaveBack: 0, noTime: 1 },
          bottleneck: { papers: 2, seats: 2, fillable: 1 },
        },
      ],
      seats: 3,
      room: 3,
      raise: [{ reviewer: 0, by: 1 }],
      missing: 0,
      lift: { pairs: [], missing: 1 },
      invite: 1,
      fewer: 1,
    })
  })

  test('is mended by many taking a little more, rather than one much', () => {
    const problem = problemOf(
      Array.from({ length: 6 }, () => [9, 8, 7]),
      { seats: all(6, 1), least: none(3), most: all(3, 1) },
    )
    expect(explain(problem)?.raise).toEqual([0, 1, 2].map((reviewer) => ({ reviewer, by: 1 })))
  })

  test('is mended by who is at their limit before who is beyond it, whose limit must rise to what they have first', () => {
    const problem = problemOf([[9, 1]], { seats: [1], least: none(2), most: none(2) })
    const beyond = (over: number[]) => explain({ ...problem, over: Int32Array.from(over) })?.raise
    expect(beyond([0, 0])).toEqual([{ reviewer: 0, by: 1 }])
    expect(beyond([12, 0])).toEqual([{ reviewer: 1, by: 1 }])
    expect(beyond([12, 13])).toEqual([{ reviewer: 0, by: 13 }])
  })

  /** One paper of two seats, three reviewers with time, of whom some are barred. */
  const barred = (bars: (Bar | null)[], seats = 2) => {
    const problem = problemOf([bars.map((bar) => (bar === null ? 5 : null))], {
      seats: [seats],
      least: none(bars.length),
      most: all(bars.length, 1),
    })
    return explain(problem, { barOf: (_, reviewer) => bars[reviewer] ?? 'conflict' })
  }

  test.each([
    [['conflict', 'conflict', null], 'conflicts'],
    [['conflict', 'must_not', null], 'must_not'],
    [['conflict', 'gave_back', null], 'given_back'],
    [['must_not', 'gave_back', null], 'must_not'],
    [['there', 'there', null], 'reviewers'],
    [['there', 'conflict', null], 'conflicts'],
  ] as [Bar[], string][])('of %j is put down to %s', (bars, why) => {
    const found = barred(bars)
    expect(found?.papers.map((one) => one.why)).toEqual([why])
    expect(found?.papers.map(({ bottleneck }) => bottleneck)).toEqual([null])
  })

  test('that wishes keep open is filled by the best of those whom they bar', () => {
    const lifted = (scores: number[], seats: number) =>
      explain(
        problemOf([all(scores.length, 0).map(() => null)], {
          seats: [seats],
          least: none(scores.length),
          most: all(scores.length, 1),
        }),
        { barOf: () => 'must_not', wouldScore: (_, reviewer) => scores[reviewer] ?? 0 },
      )?.lift.pairs.map(({ reviewer }) => reviewer)
    expect(lifted([10, 900_000, 40], 1)).toEqual([1])
    expect(lifted([10, 1_000_000, 40], 2)).toEqual([1, 2])
  })

  test('is no matter of who may, where there are fewer reviewers than seats', () => {
    expect(barred(['conflict', null, null], 4)).toMatchObject({
      papers: [{ why: 'reviewers', open: 2, standing: { there: 2, conflict: 1 } }],
      missing: 2,
      invite: 2,
      fewer: 2,
    })
  })

  test('is none when nothing is missing', () => {
    const fine = problemOf([[5, 3]], { seats: [2], least: none(2), most: [1, 1] })
    expect(explain(fine)).toBeNull()
    expect(gateShortageOf(fine, solve(fine), conflictsOnly)).toBeNull()
  })

  test('is not mended by newcomers who may take nothing, nor by lowering what cannot be lowered', () => {
    const problem = problemOf([[null]], { seats: [1], least: [0], most: [1] })
    expect(explain(problem, { newcomersMost: 0, lowerBy: 0 })).toMatchObject({ invite: null, fewer: null })
  })
})

describe('the cut behind an open seat', () => {
  const cutsIn = (table: (number | null)[][], seats: number[], most: number[]) =>
    explain(problemOf(table, { seats, least: none(most.length), most }))?.papers.map(
      ({ paper, bottleneck }) => [paper, bottleneck],
    )

  test('goes from its reviewers to all papers they have, and on; one cut stands for all open papers in it', () => {
    // Reviewer 0 is on paper 2, reviewer 1 on paper 1, reviewer 2 on paper 3; paper 4 shares nobody.
    const table = [
      [1, 1, null, null],
      [null, 900, 1, null],
      [900, null, null, null],
      [null, null, 900, null],
      [null, null, null, 900],
    ]
    const cut = { papers: 4, seats: 5, fillable: 3 }
    expect(cutsIn(table, [1, 2, 1, 1, 1], [1, 1, 1, 1])).toEqual([
      [0, cut],
      [1, cut],
    ])
  })

  test('counts a paper once, whoever leads to it, and leaves out what the paper’s own reviewers have elsewhere', () => {
    // Reviewers 0 and 1 are both on paper 1; reviewer 2, on paper 0 already, has paper 2 as well.
    const table = [
      [1, 1, 900],
      [900, 900, null],
      [null, null, 900],
    ]
    expect(cutsIn(table, [2, 2, 1], [1, 1, 2])).toEqual([[0, { papers: 2, seats: 4, fillable: 3 }]])
    // Could reviewer 2 do for paper 1 too, all three papers are in it, the first one once.
    const round = [table[0] ?? [], [900, 900, 1], table[2] ?? []]
    expect(cutsIn(round, [2, 2, 1], [1, 1, 2])).toEqual([[0, { papers: 3, seats: 5, fillable: 4 }]])
  })
})

describe('a paper that gets nobody experienced', () => {
  interface Given extends Partial<Circumstances> {
    most: number[]
    seats?: number[]
    gate?: number[]
    experienced?: number
  }
  /** The first reviewers are experienced; papers of one seat each, unless said, which only the experienced should have. */
  const explainGate = (
    table: (number | null)[][],
    { most, seats = table.map(() => 1), gate = table.map(() => 0), experienced = 1, ...known }: Given,
  ) => {
    const problem = problemOf(table, {
      seats,
      least: none(most.length),
      most,
      gate: {
        most: Int32Array.from(gate),
        of: { reviewers: Uint8Array.from(most, (_, at) => (at < experienced ? 0 : 1)) },
      },
    })
    const solution = solve(problem)
    return {
      open: shortageOf(problem, solution, { ...conflictsOnly, ...known }),
      gate: gateShortageOf(problem, solution, { ...conflictsOnly, ...known }),
    }
  }

  test('has somebody without time, or nobody who may, counted among the experienced alone', () => {
    expect(
      explainGate(
        [
          [9, 5, 5],
          [8, 5, 5],
          [null, 5, 5],
        ],
        { most: [1, 3, 3], newcomersMost: 1 },
      ).gate,
    ).toEqual({
      papers: [
        { paper: 1, why: 'loads', standing: { there: 0, conflict: 0, mustNot: 0, gaveBack: 0, noTime: 1 } },
        { paper: 2, why: 'nobody', standing: { there: 0, conflict: 1, mustNot: 0, gaveBack: 0, noTime: 0 } },
      ],
      raise: [{ reviewer: 0, by: 1 }],
      missing: 1,
      invite: 2,
    })
  })

  test('is another matter than open seats, for which anybody will do', () => {
    // Papers 0 and 1 have nobody, paper 2 has somebody who is not experienced, paper 3 all it needs.
    const { open, gate } = explainGate(
      [
        [null, null, null],
        [null, null, null],
        [null, 5, null],
        [null, 5, 5],
      ],
      { most: [0, 2, 1], seats: [1, 1, 1, 2], gate: [0, 0, 0, 2], newcomersMost: 2 },
    )
    expect([open?.invite, gate?.invite]).toEqual([1, 2])
  })

  test('may be one of two that a single newcomer mends, where filling one seat more cost both', () => {
    // Only so are all served: 0 has reviewer 0, 1 has 2, 2 has 1, 3 has 3; with a newcomer on 0 nobody does without.
    const { open, gate } = explainGate(
      [
        [5, null, null, null],
        [5, null, 5, null],
        [null, 5, 5, null],
        [null, 5, null, 5],
      ],
      { most: [1, 1, 1, 1], gate: [1, 0, 1, 0], experienced: 2, newcomersMost: 1 },
    )
    expect(open).toBeNull()
    expect(gate?.papers.map(({ paper }) => paper)).toEqual([1, 3])
    expect(gate?.invite).toBe(1)
  })
})

test('newcomers share what is lacking, rounded up', () => {
  const nobody = problemOf([[null], [null], [null]], { seats: [1, 1, 1], least: [0], most: [1] })
  expect(explain(nobody, { newcomersMost: 2 })?.invite).toBe(2)
})

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a paper of eight seats and %i reviewers is lowered by the rest',
  (count) => {
    const problem = problemOf([all(count, 1)], { seats: [8], least: none(count), most: all(count, 1) })
    const lowered = (lowerBy: number) => explain(problem, { lowerBy })?.fewer
    expect([lowered(7), lowered(8 - count), lowered(8 - count - 1)]).toEqual([8 - count, 8 - count, null])
  },
)

/** Small matchings with every kind of bar, and gates. */
const cases = fc
  .record({ papers: fc.integer({ min: 1, max: 3 }), reviewers: fc.integer({ min: 1, max: 3 }) })
  .chain(({ papers, reviewers }) => {
    const pair = fc.constantFrom<Bar | null>(null, null, null, 'conflict', 'must_not', 'gave_back')
    const counts = (length: number, max: number) =>
      fc.array(fc.integer({ min: 0, max }), { minLength: length, maxLength: length })
    return fc.record({
      bars: fc.array(fc.array(pair, { minLength: reviewers, maxLength: reviewers }), {
        minLength: papers,
        maxLength: papers,
      }),
      scores: counts(papers * reviewers, 9),
      seats: counts(papers, 3),
      most: counts(reviewers, 2),
      experienced: counts(reviewers, 1),
      newcomersMost: fc.constantFrom(null, 1, 2),
    })
  })
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never

function problemFor({ bars, scores, seats, most, experienced }: Case, withGate = false): Problem {
  return problemOf(
    bars.map((row, paper) =>
      row.map((bar, at) => (bar === null ? (scores[paper * row.length + at] ?? 0) : null)),
    ),
    {
      seats,
      least: none(most.length),
      most,
      gate: withGate
        ? {
            most: Int32Array.from(seats, (count) => Math.max(0, count - 1)),
            of: { reviewers: Uint8Array.from(experienced, (one) => 1 - one) },
          }
        : null,
    },
  )
}

const openAfter = (problem: Problem) => sum(solve(problem).open)
const knownOf = ({ bars, newcomersMost }: Case): Circumstances => ({
  barOf: (paper, reviewer) => bars[paper]?.[reviewer] ?? 'conflict',
  wouldScore: (paper, reviewer) => (7 * paper + 3 * reviewer) % 5,
  newcomersMost,
  lowerBy: 2,
})

/** All ways to hand out up to `total` among so many places. */
function* handedOut(places: number, total: number): Generator<number[]> {
  if (places === 0) return yield []
  for (let here = 0; here <= total; here += 1) {
    for (const rest of handedOut(places - 1, total - here)) yield [here, ...rest]
  }
}

describe('the smallest change', () => {
  const check = (holds: (given: Case, problem: Problem) => void, runs = 300) =>
    fc.assert(
      fc.property(cases, (given) => holds(given, problemFor(given))),
      { numRuns: runs },
    )

  test('of limits fills what limits keep open, and no smaller one does', () => {
    check((given, problem) => {
      const found = shortageOf(problem, solve(problem), knownOf(given))
      if (found === null) return
      const raisedBy = (more: readonly number[]) =>
        openAfter({ ...problem, most: problem.most.map((most, at) => most + (more[at] ?? 0)) })
      const own = none(problem.reviewers)
      for (const { reviewer, by } of found.raise) own[reviewer] = by
      expect(raisedBy(own)).toBe(found.missing)
      expect(raisedBy(all(problem.reviewers, problem.papers))).toBe(found.missing)
      for (const more of handedOut(problem.reviewers, sum(own) - 1)) {
        expect(raisedBy(more)).toBeGreaterThan(found.missing)
      }
    })
  })

  test('of wishes lifts as many pairs as it takes, and no fewer do', () => {
    check((given, problem) => {
      const found = shortageOf(problem, solve(problem), knownOf(given))
      if (found === null) return
      const wishes = given.bars.flatMap((row, paper) =>
        row.flatMap((bar, reviewer) => (bar === 'must_not' ? [{ paper, reviewer }] : [])),
      )
      const lifted = (pairs: typeof wishes) => {
        const scores = problem.scores.slice()
        for (const { paper, reviewer } of pairs) scores[paper * problem.reviewers + reviewer] = 0
        return openAfter({ ...problem, scores })
      }
      const { pairs, missing } = found.lift
      for (const pair of pairs) expect(wishes).toContainEqual(pair)
      expect(lifted(pairs)).toBe(missing)
      expect(lifted(wishes)).toBe(missing)
      for (let some = 0; some < 2 ** wishes.length; some += 1) {
        const chosen = wishes.filter((_, at) => Math.floor(some / 2 ** at) % 2 === 1)
        if (chosen.length < pairs.length) expect(lifted(chosen)).toBeGreaterThan(missing)
      }
    })
  })

  test('of people invites as many as it takes, and no fewer do', () => {
    check((given, problem) => {
      const found = shortageOf(problem, solve(problem), knownOf(given))
      if (found === null) return
      const invited = (count: number) => openAfter(withNewcomers(given, problem, count))
      expect(invited(found.invite ?? 0)).toBe(0)
      expect(invited((found.invite ?? 0) - 1)).toBeGreaterThan(0)
    })
  })

  test('of reviews a paper lowers it as far as it takes, and no less does', () => {
    check((given, problem) => {
      const found = shortageOf(problem, solve(problem), knownOf(given))
      if (found === null) return
      const lowered = (by: number) =>
        openAfter({ ...problem, seats: problem.seats.map((seats) => Math.max(0, seats - by)) })
      if (found.fewer !== null) expect(lowered(found.fewer)).toBe(0)
      expect(lowered(found.fewer === null ? 2 : found.fewer - 1)).toBeGreaterThan(0)
    })
  })

  test('says of every open paper what keeps everybody from it, and how little its cut can fill', () => {
    check((given, problem) => {
      const solution = solve(problem)
      const found = shortageOf(problem, solution, knownOf(given))
      for (const { paper, standing, eligible, why, open, bottleneck } of found?.papers ?? []) {
        expect(sum(Object.values(standing))).toBe(problem.reviewers)
        expect(open).toBe(solution.open[paper])
        expect(why === 'loads').toBe(eligible >= (problem.seats[paper] ?? 0))
        if (bottleneck === null) continue
        expect(bottleneck.seats - bottleneck.fillable).toBeGreaterThanOrEqual(open)
        expect(bottleneck.seats).toBeLessThanOrEqual(found?.seats ?? 0)
      }
    })
  })

  test('for somebody experienced on every paper raises as few limits, or invites as few people, as it takes', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const problem = problemFor(given, true)
        const found = gateShortageOf(problem, solve(problem), knownOf(given))
        if (found === null) return
        const faultsAfter = (changed: Problem) => {
          const { open, faults } = solve(changed)
          return { open: sum(open), faults: sum(faults) }
        }
        const raisedBy = (more: readonly number[]) =>
          faultsAfter({ ...problem, most: problem.most.map((most, at) => most + (more[at] ?? 0)) })
        const own = none(problem.reviewers)
        for (const { reviewer, by } of found.raise) own[reviewer] = by
        const best = raisedBy(all(problem.reviewers, problem.papers))
        expect(raisedBy(own)).toEqual(best)
        expect(best.faults).toBe(found.missing)
        for (const more of handedOut(problem.reviewers, sum(own) - 1))
          expect(raisedBy(more)).not.toEqual(best)
        const invited = (count: number) =>
          sum(Object.values(faultsAfter(withNewcomers(given, problem, count))))
        expect(invited(found.invite ?? 0)).toBe(0)
        expect(invited((found.invite ?? 0) - 1)).toBeGreaterThan(0)
      }),
      { numRuns: 400 },
    )
  })
})

/** With people who may review everything, are experienced, and take what newcomers take. */
function withNewcomers({ newcomersMost }: Case, problem: Problem, count: number): Problem {
  const each = newcomersMost ?? problem.papers
  const rows = Array.from({ length: problem.papers }, (_, paper) => [
    ...problem.scores.slice(paper * problem.reviewers, (paper + 1) * problem.reviewers),
    ...none(count),
  ])
  const { gate } = problem
  return problemOf(
    rows.map((row) => row.map((score) => (score === FORBIDDEN ? null : score))),
    {
      seats: [...problem.seats],
      least: none(problem.reviewers + count),
      most: [...problem.most, ...all(count, each)],
      gate:
        gate !== null && 'reviewers' in gate.of
          ? { most: gate.most, of: { reviewers: Uint8Array.from([...gate.of.reviewers, ...none(count)]) } }
          : null,
    },
  )
}
