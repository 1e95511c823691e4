/** The largest score of a pair; scores are whole numbers, so that sums are exact and an optimum can be proved. */
export const SCORE_MAX = 1_000_000
/** The score of a pair that must not be. */
export const FORBIDDEN = -1

/** Who may review what, how well, and how much; papers and reviewers by their places. */
export interface Problem {
  papers: number
  reviewers: number
  /** Of paper p and reviewer r at p · reviewers + r: 0 to SCORE_MAX, or FORBIDDEN. */
  scores: Int32Array
  /** How many reviewers each paper still needs. */
  seats: Int32Array
  /** What the reviewers who are on a paper already score together; nothing where it is left out. */
  had?: Int32Array
  /** How many papers each reviewer should at least and may at most get. */
  least: Int32Array
  most: Int32Array
  /** By how much each has more than they take already, of the same unit as `most`, which is 0 there; none where it is left out. */
  over?: Int32Array
  /** Of some pairs a paper may have only so many; see {@link Gate}. */
  gate: Gate | null
  /**
   * Reviewers may get more than their most, to find out what would help: where seats would stay open otherwise, or
   * where gates would be exceeded too.
   */
  stretch: false | 'seats' | 'gates'
}

/**
 * Some pairs pass a gate, which lets through `most` of a paper's seats: "at least one experienced" is "at most two of
 * three who are not". More than that is a fault that the solver avoids where it can.
 */
export interface Gate {
  most: Int32Array
  /** Which pairs: those of the reviewers marked 1, or those that score less than their paper's floor. */
  of: { reviewers: Uint8Array } | { below: Int32Array }
}

/** Whether a pair counts at its paper's gate. */
export function passesGate({ gate, scores, reviewers }: Problem, paper: number, reviewer: number): boolean {
  if (gate === null) return false
  if ('reviewers' in gate.of) return gate.of.reviewers[reviewer] === 1
  return (scores[paper * reviewers + reviewer] ?? 0) < (gate.of.below[paper] ?? 0)
}

/** Prices that prove an optimum; see certify.ts. */
interface Prices {
  paper: Float64Array
  gate: Float64Array
  reviewer: Float64Array
}

/** Who reviews what, and what is short. */
export interface Assignment {
  /** The reviewers of each paper, ascending. */
  reviewersOf: number[][]
  /** Seats that nobody can take. */
  open: Int32Array
  /** By how much each paper exceeds its gate. */
  faults: Int32Array
}

/** That of the largest total, with its proof. */
export interface Solution extends Assignment {
  prices: Prices
}

/**
 * What a rule's breach costs, so that rules come in this order: no seat stays open, nobody has more than their most, no
 * gate is exceeded (before the most, where loads are stretched for gates), everybody has their least, and only then the
 * scores. An exchange touches each paper and reviewer at most once, and open seats and loads in one place only, hence
 * the factors.
 */
export function breachesOf({ papers, reviewers, stretch }: Problem) {
  const most = Math.min(papers, reviewers) + 1
  const least = most * SCORE_MAX
  if (stretch === 'gates') {
    const beyond = 4 * least
    const fault = 2 * beyond + 4 * least
    return { least, fault, beyond, open: most * fault + 3 * beyond }
  }
  const fault = 2 * least
  const beyond = most * fault + 3 * least
  return { least, fault, beyond, open: 3 * beyond }
}
export type Breaches = ReturnType<typeof breachesOf>

/** What a reviewer's paper number `count` (from 1) costs beside its score; Infinity where there is none. */
export function loadCost(problem: Problem, breaches: Breaches, reviewer: number, count: number): number {
  const beyond = count - (problem.most[reviewer] ?? 0)
  if (beyond > 0) {
    if (problem.stretch === false) return Number.POSITIVE_INFINITY
    // Many get a little more rather than one much: less than a least counts for, so that no rule changes its place.
    const before = beyond - 1 + (problem.over?.[reviewer] ?? 0)
    return breaches.beyond + SCORE_MAX * Math.min(before, Math.min(problem.papers, problem.reviewers))
  }
  return count <= (problem.least[reviewer] ?? 0) ? -breaches.least : 0
}

/** What a paper's seat number `count` (from 1) through its gate costs. */
export function gateCost({ gate }: Problem, breaches: Breaches, paper: number, count: number) {
  return count <= (gate?.most[paper] ?? 0) ? 0 : breaches.fault
}
