import { loadsOf } from './certify.ts'
import { FORBIDDEN, type Problem, SCORE_MAX } from './problem.ts'
import { solve } from './solve.ts'

/** For a matching that leaves seats open: of each kind of change the least that fills them, found by the flow itself. */

/**
 * By how much limits must rise for the fewest papers beyond them, of a problem that is stretched; and the seats and gates
 * that no raise helps.
 */
export function raisesFor(problem: Problem) {
  const { reviewersOf, open, faults } = solve(problem)
  return {
    raise: loadsOf(problem, reviewersOf).flatMap((load, reviewer) => {
      const by = load - (problem.most[reviewer] ?? 0)
      // Their limit must first rise to what they have already.
      return by > 0 ? [{ reviewer, by: by + (problem.over?.[reviewer] ?? 0) }] : []
    }),
    open: sumOf(open),
    faults: sumOf(faults),
  }
}

/**
 * The fewest forbidden pairs to allow, of those that may be lifted, where `open` seats are left; of as few the ones that
 * would score most. They pass a gate that lets nobody through, so that each costs as much as a fault: less than an open
 * seat, more than all scores.
 */
export function pairsToLift(
  problem: Problem,
  open: number,
  mayLift: (paper: number, reviewer: number) => boolean,
  wouldScore: (paper: number, reviewer: number) => number,
) {
  const { reviewers } = problem
  let count = 0
  const scores = problem.scores.map((score, at) => {
    if (score !== FORBIDDEN) return SCORE_MAX
    const [paper, reviewer] = [Math.floor(at / reviewers), at % reviewers]
    if (!mayLift(paper, reviewer)) return FORBIDDEN
    count += 1
    return Math.min(SCORE_MAX - 1, wouldScore(paper, reviewer))
  })
  if (count === 0) return { pairs: [], missing: open }
  const gate = {
    most: new Int32Array(problem.papers),
    of: { below: new Int32Array(problem.papers).fill(SCORE_MAX) },
  }
  const found = solve({ ...bare(problem), scores, gate })
  return {
    pairs: found.reviewersOf.flatMap((own, paper) =>
      own
        .filter((reviewer) => scores[paper * reviewers + reviewer] !== SCORE_MAX)
        .map((reviewer) => ({ paper, reviewer })),
    ),
    missing: sumOf(found.open),
  }
}

/**
 * How many more reviewers, who may review everything and take up to `most` papers each, fill `lacking` seats; of
 * experienced ones, seats and exceeded gates. Null where they may take nothing.
 */
export function newcomersFor(
  problem: Problem,
  lacking: number,
  most: number | null,
  whom: 'anybody' | 'experienced',
): number | null {
  const each = most ?? problem.papers
  if (each === 0) return null
  const isForAll = whom === 'anybody'
  const base = isForAll ? bare(problem) : withoutScores(problem)
  const isEnough = (count: number) => {
    const { open, faults } = solve(joined(base, count, each))
    return sumOf(open) === 0 && sumOf(faults) === 0
  }
  // So many could take all that is lacking in turns, with nobody twice on a paper.
  const surely = Math.max(
    Math.ceil(lacking / each),
    problem.seats.reduce((top, one) => Math.max(top, one), 0),
  )
  return leastThat(isEnough, isForAll ? Math.ceil(lacking / each) : 1, Math.min(surely, lacking))
}

/** By how many seats every paper must be lowered until all can be filled; null where `most` are not enough. */
export function fewerSeats(problem: Problem, most: number): number | null {
  const base = bare(problem)
  const isEnough = (by: number) =>
    sumOf(solve({ ...base, seats: problem.seats.map((seats) => Math.max(0, seats - by)) }).open) === 0
  return most >= 1 && isEnough(most) ? leastThat(isEnough, 1, most) : null
}

/** The least of some numbers for which something holds; it holds for `high` and above. */
function leastThat(holds: (value: number) => boolean, from: number, high: number): number {
  let [low, top] = [from, high]
  while (low < top) {
    const middle = Math.floor((low + top) / 2)
    if (holds(middle)) top = middle
    else low = middle + 1
  }
  return top
}

/** Only who may and how much: neither scores, gates nor minimum loads. Answered much faster. */
function bare(problem: Problem): Problem {
  return { ...withoutScores(problem), gate: null }
}

function withoutScores(problem: Problem): Problem {
  return {
    ...problem,
    scores: problem.scores.map((score) => (score === FORBIDDEN ? FORBIDDEN : 0)),
    least: new Int32Array(problem.reviewers),
    stretch: false,
  }
}

/** With reviewers who may review everything and pass no gate. */
function joined(problem: Problem, count: number, each: number): Problem {
  const { papers, reviewers, gate } = problem
  const all = reviewers + count
  const scores = new Int32Array(papers * all)
  for (let paper = 0; paper < papers; paper += 1) {
    scores.set(problem.scores.subarray(paper * reviewers, (paper + 1) * reviewers), paper * all)
  }
  const widened = (values: Int32Array, value: number) => {
    const wide = new Int32Array(all).fill(value)
    wide.set(values)
    return wide
  }
  const passing = new Uint8Array(all)
  if (gate !== null && 'reviewers' in gate.of) passing.set(gate.of.reviewers)
  return {
    ...problem,
    reviewers: all,
    scores,
    least: widened(problem.least, 0),
    most: widened(problem.most, each),
    gate: gate && { most: gate.most, of: { reviewers: passing } },
  }
}

function sumOf(values: Int32Array): number {
  return values.reduce((sum, one) => sum + one, 0)
}
