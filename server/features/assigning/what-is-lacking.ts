import type { Assignment, Problem } from '#server/matching/problem.ts'
import {
  type Bar,
  type Circumstances,
  gateShortageOf,
  type Obstacle,
  obstacleTo,
  shortageOf,
} from '#server/matching/shortage.ts'
import { GAVE_BACK, MUST_NOT } from './proposal-problem.ts'
import type { WeighedPaper, Weighing } from './weighing.ts'

/** So many of those who would suit a paper best are named with what keeps them from it. */
const NAMED = 5

interface Matched {
  weighing: Weighing
  problem: Problem
  solution: Assignment
  /** What pairs that must not be would score, by paper · reviewers + reviewer. */
  barred: ReadonlyMap<number, number>
  scoresOf: (paper: WeighedPaper) => readonly number[]
}

/** Why seats stay open, and papers without somebody experienced, and the least that would help; null where nothing is. */
export function whatIsLacking({ weighing, problem, solution, barred, scoresOf }: Matched) {
  const known = circumstancesOf(weighing, barred)
  const shortage = shortageOf(problem, solution, known)
  return {
    shortage: shortage && {
      ...shortage,
      papers: shortage.papers.map((one) => ({
        ...one,
        kept: bestKept(weighing, scoresOf, one.paper, (reviewer) =>
          obstacleTo(problem, solution, known, one.paper, reviewer),
        ),
      })),
    },
    inexperienced: gateShortageOf(problem, solution, known),
  }
}

function circumstancesOf(
  { pairs, reviewers, assigned, locked, wish, reviewsPerPaper }: Weighing,
  barred: Matched['barred'],
): Circumstances {
  const barOf = (paper: number, reviewer: number): Bar => {
    if ([assigned, locked].some((some) => some.get(paper)?.includes(reviewer) === true)) return 'there'
    const pair = pairs[paper * reviewers.length + reviewer]
    return pair === MUST_NOT ? 'must_not' : pair === GAVE_BACK ? 'gave_back' : 'conflict'
  }
  const wouldScore = (paper: number, reviewer: number) => barred.get(paper * reviewers.length + reviewer) ?? 0
  return { barOf, wouldScore, newcomersMost: wish.mostPapers ?? null, lowerBy: reviewsPerPaper - 1 }
}

/** Those who would suit a paper best and are kept from it. */
function bestKept(
  { papers }: Weighing,
  scoresOf: Matched['scoresOf'],
  place: number,
  obstacleOf: (reviewer: number) => Obstacle | null,
) {
  const paper = papers[place]
  if (paper === undefined) return []
  return scoresOf(paper)
    .flatMap((score, reviewer) => {
      const why = obstacleOf(reviewer)
      return why === null ? [] : [{ reviewer, score, why }]
    })
    .sort((a, b) => b.score - a.score || a.reviewer - b.reviewer)
    .slice(0, NAMED)
}
