import { loadsOf } from './certify.ts'
import { FORBIDDEN, type Problem, type Solution } from './problem.ts'
import { solve } from './solve.ts'

/** Why not every seat can be filled, and the least that would help; places as in the problem. */
export interface Shortage {
  papers: {
    paper: number
    open: number
    /** Reviewers that nothing but their load keeps from it. */
    eligible: number
    /** `conflicts`: too few may review it, whatever their loads; `loads`: those who may have no time left. */
    why: 'conflicts' | 'loads'
  }[]
  /** Raising these reviewers' limits by so much fills every seat that limits keep open; no fewer raises do. */
  raise: { reviewer: number; by: number }[]
  /** Reviewers missing even then: conflicts would have to be looked at, or people invited. */
  missing: number
}

/** Explains the open seats of a solution; null when there are none. */
export function shortageOf(problem: Problem, solution: Solution): Shortage | null {
  if (solution.open.every((count) => count === 0)) return null
  const stretched = { ...problem, stretch: true }
  const relaxed = solve(stretched)
  const loads = loadsOf(problem, relaxed.reviewersOf)
  const papers = [...solution.open].flatMap((open, paper) => {
    if (open === 0) return []
    const row = problem.scores.subarray(paper * problem.reviewers, (paper + 1) * problem.reviewers)
    const eligible = row.reduce((count, score) => (score === FORBIDDEN ? count : count + 1), 0)
    const why = eligible < (problem.seats[paper] ?? 0) ? ('conflicts' as const) : ('loads' as const)
    return [{ paper, open, eligible, why }]
  })
  return {
    papers,
    raise: loads.flatMap((load, reviewer) => {
      const by = load - (problem.most[reviewer] ?? 0)
      return by > 0 ? [{ reviewer, by }] : []
    }),
    missing: relaxed.open.reduce((sum, count) => sum + count, 0),
  }
}
