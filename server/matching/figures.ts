import { loadsOf } from './certify.ts'
import type { Problem } from './problem.ts'

/** What a whole assignment is worth, in scores. */
export interface Figures {
  /** Of all pairs. */
  total: number
  pairs: number
  /** The paper whose reviewers, old and new, together score least, of those with a seat to fill; 0 without any. */
  worst: number
  /** The fewest and most papers of a reviewer. */
  leastLoad: number
  mostLoad: number
  /** Papers with at least one pair, new or old, of the expert's score or more that is not doubted. */
  withExpert: number
  open: number
}

interface Known {
  isDoubted?: (paper: number, reviewer: number) => boolean
  /** Papers with an expert among those who are on them already. */
  hadExpert?: ReadonlySet<number>
}

/** The figures of an assignment; an expert scores at least `expert`, and not by a text that is doubted. */
export function figuresOf(
  problem: Problem,
  reviewersOf: readonly (readonly number[])[],
  expert: number,
  { isDoubted = () => false, hadExpert = new Set() }: Known = {},
): Figures {
  const scoresOf = reviewersOf.map((own, paper) =>
    own.map((reviewer) => Math.max(0, problem.scores[paper * problem.reviewers + reviewer] ?? 0)),
  )
  const isServedByExpert = (scores: readonly number[], paper: number) =>
    hadExpert.has(paper) ||
    scores.some((one, at) => one >= expert && !isDoubted(paper, reviewersOf[paper]?.[at] ?? 0))
  const asked = sumsOf(problem, reviewersOf).filter((_, paper) => (problem.seats[paper] ?? 0) > 0)
  const loads = loadsOf(problem, reviewersOf)
  const pairs = loads.reduce((sum, load) => sum + load, 0)
  return {
    total: scoresOf.flat().reduce((sum, one) => sum + one, 0),
    pairs,
    worst: leastOf(asked),
    leastLoad: leastOf(loads),
    mostLoad: loads.reduce((most, one) => Math.max(most, one), 0),
    withExpert: scoresOf.filter(isServedByExpert).length,
    open: problem.seats.reduce((sum, one) => sum + one, 0) - pairs,
  }
}

/** What each paper's reviewers score together, with those who are on it already. */
export function sumsOf(
  { scores, reviewers, had }: Problem,
  reviewersOf: readonly (readonly number[])[],
): number[] {
  return reviewersOf.map((own, paper) =>
    own.reduce(
      (sum, reviewer) => sum + Math.max(0, scores[paper * reviewers + reviewer] ?? 0),
      had?.[paper] ?? 0,
    ),
  )
}

function leastOf(values: readonly number[]): number {
  return values.length === 0
    ? 0
    : values.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
}
