import type { Candidates, Stretches } from './candidates.ts'
import { type Breaches, gateCost, loadCost, type Problem } from './problem.ts'

/**
 * The heights of papers, their gates and reviewers (in this order) while nothing is assigned: minus the cost of the
 * cheapest way from each to the end.
 */
export function firstHeights(problem: Problem, breaches: Breaches, candidates: Candidates): Float64Array {
  const { papers, reviewers } = problem
  const heights = new Float64Array(2 * papers + reviewers)
  const ofReviewers = heights.subarray(2 * papers)
  for (let reviewer = 0; reviewer < reviewers; reviewer += 1) {
    const cost = loadCost(problem, breaches, reviewer, 1)
    ofReviewers[reviewer] = Number.isFinite(cost) ? -cost : 0
  }
  const { free, gated } = candidates
  const cheapest = cheapestOf(ofReviewers, candidates)
  for (let paper = 0; paper < papers; paper += 1) {
    const gate = Math.max(cheapest(gated, paper), -breaches.open)
    const throughGate = gate - gateCost(problem, breaches, paper, 1)
    heights[papers + paper] = gate
    heights[paper] = Math.max(cheapest(free, paper), throughGate, -breaches.open)
  }
  return heights
}

/** The largest height that a stretch of candidates allows; they come the cheapest first, so that the rest can be left. */
function cheapestOf(ofReviewers: Float64Array, { reviewer, cost }: Candidates) {
  const highest = ofReviewers.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY)
  return ({ from, to }: Stretches, paper: number): number => {
    let best = Number.NEGATIVE_INFINITY
    const end = to[paper] ?? 0
    for (let at = from[paper] ?? 0; at < end && highest - (cost[at] ?? 0) > best; at += 1) {
      best = Math.max(best, (ofReviewers[reviewer[at] ?? 0] ?? 0) - (cost[at] ?? 0))
    }
    return best
  }
}
