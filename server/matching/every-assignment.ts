import { FORBIDDEN, type Problem } from './problem.ts'

/**
 * Shows every assignment that a small problem allows, those with open seats too: what searches are held against. What is
 * shown changes afterwards.
 */
export function everyAssignment(problem: Problem, show: (reviewersOf: readonly number[][]) => void): void {
  const loads = Array.from({ length: problem.reviewers }, () => 0)
  const chosen: number[][] = Array.from({ length: problem.papers }, () => [])
  const visit = (paper: number, from: number): void => {
    const own = chosen[paper]
    if (own === undefined) {
      show(chosen)
      return
    }
    visit(paper + 1, 0)
    if (own.length === problem.seats[paper]) return
    for (let one = from; one < problem.reviewers; one += 1) {
      if (problem.scores[paper * problem.reviewers + one] === FORBIDDEN) continue
      if ((loads[one] ?? 0) >= (problem.most[one] ?? 0)) continue
      loads[one] = (loads[one] ?? 0) + 1
      own.push(one)
      visit(paper, one + 1)
      own.pop()
      loads[one] = (loads[one] ?? 0) - 1
    }
  }
  visit(0, 0)
}
