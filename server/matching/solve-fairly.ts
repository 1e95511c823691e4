import type { Progress } from '#shared/core/progress.ts'
import { figuresOf } from './figures.ts'
import { FORBIDDEN, type Problem, SCORE_MAX, type Solution } from './problem.ts'
import { solve } from './solve.ts'

/**
 * An assignment that raises the worst-off paper first, then the total. To find the best worst sum of several reviewers
 * is NP-hard; as in "PeerReview4All" (Stelmakh, Shah and Singh, 2018) each paper's best 1, 2 … reviewers are raised as
 * far as all papers can have it, and of these assignments, and that of the largest total, the one is taken whose
 * worst-off paper has most. With one reviewer a paper, and for the worst pair of all, this is exact.
 */
export function solveFairly(problem: Problem, progress: Progress = () => undefined): Solution {
  const most = problem.seats.reduce((all, one) => Math.max(all, one), 0)
  // A gate that is taken already leaves only the threshold for all of a paper's reviewers.
  const counts = Array.from({ length: most }, (_, n) => n + 1).filter(
    (n) => problem.gate === null || n === most,
  )
  const steps = 2 + counts.length * (BISECTIONS + 1)
  let step = 0
  const next = (): void => {
    step += 1
    progress(step, steps)
  }
  let best = solve(problem)
  next()
  const faults = faultsOf(best)
  const worthOf = (solution: Solution) => figuresOf(problem, solution.reviewersOf, 0)
  let worth = worthOf(best)
  for (const count of counts) {
    let [low, high] = [0, SCORE_MAX]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const fits = faultsOf(solve(flat(withThreshold(problem, middle, count), middle, count))) <= faults
      next()
      if (fits) low = middle
      else high = middle - 1
    }
    const raised = withThreshold(problem, low, count)
    const found = solve(raised)
    next()
    const its = worthOf(found)
    const better = its.worst > worth.worst || (its.worst === worth.worst && its.total > worth.total)
    if (faultsOf(found) <= faults && better) [best, worth] = [found, its]
  }
  progress(steps, steps)
  return best
}

/** Halvings from SCORE_MAX to 1. */
const BISECTIONS = 20

/** Open seats weigh more than anything, then exceeded gates. */
function faultsOf({ open, faults }: Solution): number {
  const sum = (values: Int32Array) => values.reduce((all, one) => all + one, 0)
  return sum(open) * 1e9 + sum(faults)
}

/** Every paper gets at least `count` reviewers that score `threshold` or more, as far as it has so many seats. */
function withThreshold(problem: Problem, threshold: number, count: number): Problem {
  const most = problem.seats.reduce((all, one) => Math.max(all, one), 0)
  if (count === most) {
    return { ...problem, scores: problem.scores.map((score) => (score < threshold ? FORBIDDEN : score)) }
  }
  return {
    ...problem,
    gate: { most: problem.seats.map((seats) => Math.max(0, seats - count)), of: { below: threshold } },
  }
}

/** The same question without regard to scores, which is answered much faster. */
function flat(problem: Problem, threshold: number, count: number): Problem {
  if (problem.gate !== null && 'below' in problem.gate.of && count > 0) {
    const scores = problem.scores.map((one) => (one === FORBIDDEN ? FORBIDDEN : one < threshold ? 0 : 1))
    return { ...problem, scores, gate: { ...problem.gate, of: { below: 1 } } }
  }
  return { ...problem, scores: problem.scores.map((one) => (one === FORBIDDEN ? FORBIDDEN : 0)) }
}
