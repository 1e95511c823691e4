import type { Progress } from '#shared/core/progress.ts'
import { lifted } from './lift.ts'
import { type Assignment, type Problem, passesGate, type Solution } from './problem.ts'
import { solve } from './solve.ts'

/**
 * An assignment that raises the worst-off papers, one after the other (see {@link lifted}), from that of the largest total
 * (`plain`, given too) on: it fills as many seats, and its worst-off paper never has less. With one reviewer a paper the
 * worst is the best there is; with several that is NP-hard ("PeerReview4All", Stelmakh, Shah and Singh, 2018), and not
 * proved. When `isTimeUp`, the best found so far is given: the worst-off come first.
 */
export function solveFairly(
  problem: Problem,
  progress: Progress = () => undefined,
  isTimeUp: () => boolean = () => false,
): Assignment & { plain: Solution } {
  const plain = solve(problem)
  const reviewersOf = lifted(problem, plain.reviewersOf, progress, isTimeUp)
  return { ...shortOf(problem, reviewersOf), reviewersOf, plain }
}

/** What an assignment leaves open, and by how much it exceeds gates. */
function shortOf(problem: Problem, reviewersOf: readonly (readonly number[])[]) {
  const { seats, gate } = problem
  const through = (paper: number) =>
    reviewersOf[paper]?.filter((one) => passesGate(problem, paper, one)).length ?? 0
  return {
    open: seats.map((count, paper) => count - (reviewersOf[paper]?.length ?? 0)),
    faults: seats.map((_, paper) => Math.max(0, through(paper) - (gate?.most[paper] ?? through(paper)))),
  }
}
