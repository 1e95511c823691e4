import { figuresOf } from '#server/matching/figures.ts'
import { FORBIDDEN, SCORE_MAX } from '#server/matching/problem.ts'
import { shortageOf } from '#server/matching/shortage.ts'
import { solve } from '#server/matching/solve.ts'
import { solveFairly } from '#server/matching/solve-fairly.ts'
import type { Progress } from '#shared/core/progress.ts'
import { problemFrom } from './proposal-problem.ts'
import { scorerOf } from './proposal-scores.ts'
import type { Weighing } from './weighing.ts'

/** From this score on a reviewer counts as an expert: all of a paper's topics, or much of its words. */
const EXPERT = 0.4
/** More pairs than this are not kept for the matrix. */
const SCORES_KEPT = 12_000_000
/** What the steps take of the whole, for the progress: learning, scoring, matching. */
const SHARE = { learnt: 10, scored: 50, all: 100 }

/** The answer to a {@link Weighing}: pairs by their places, the figures, what is in the way, what is odd. */
export type Weighed = ReturnType<typeof weigh>

/** Scores every pair, finds the assignment and says why. Takes a while: it is done in a thread of its own. */
export function weigh(weighing: Weighing, progress: Progress) {
  const { papers, reviewers, forbidden, locked, wish } = weighing
  const scorer = scorerOf(weighing)
  progress(SHARE.learnt, SHARE.all)
  const scores = new Int32Array(forbidden.length)
  for (const [place, paper] of papers.entries()) {
    const own = scorer.scoresOf(paper)
    for (const at of reviewers.keys()) {
      const pair = place * reviewers.length + at
      scores[pair] = forbidden[pair] === 1 ? FORBIDDEN : Math.round((own[at] ?? 0) * SCORE_MAX)
    }
    const share = (SHARE.scored - SHARE.learnt) * (place / papers.length)
    progress(Math.floor(SHARE.learnt + share), SHARE.all)
  }
  const problem = problemFrom(weighing, scores)
  const matching: Progress = (done, of) =>
    progress(Math.floor(SHARE.scored + (SHARE.all - SHARE.scored) * (done / Math.max(1, of))), SHARE.all)
  const solution = wish.objective === 'fair' ? solveFairly(problem, matching) : solve(problem, matching)
  const reviewersOf = solution.reviewersOf.map((own, paper) => [...(locked.get(paper) ?? []), ...own])
  const pairs = reviewersOf.flatMap((own, paper) =>
    own.map((reviewer) => {
      const [given, by] = [papers[paper], reviewers[reviewer]]
      return {
        paper,
        reviewer,
        score: Math.max(0, scores[paper * reviewers.length + reviewer] ?? 0) / SCORE_MAX,
        reason: given === undefined || by === undefined ? '' : scorer.reasonOf(given, by),
        oddities: given === undefined || by === undefined ? [] : scorer.odditiesFor(given, by),
        isLocked: locked.get(paper)?.includes(reviewer) === true,
      }
    }),
  )
  const seats = Int32Array.from(papers, ({ lacks }) => lacks)
  // The figures are of all that is proposed, locked pairs too.
  const figures = figuresOf({ ...problem, seats, scores }, reviewersOf, EXPERT * SCORE_MAX)
  return {
    pairs,
    figures: {
      papers: papers.length,
      seats: seats.reduce((sum, one) => sum + one, 0),
      open: figures.open,
      total: figures.total / SCORE_MAX,
      mean: figures.pairs === 0 ? 0 : figures.total / figures.pairs / SCORE_MAX,
      worst: figures.worst / SCORE_MAX,
      leastLoad: figures.leastLoad,
      mostLoad: figures.mostLoad,
      withExpert: figures.withExpert,
    },
    shortage: shortageOf(problem, solution),
    withoutExperienced: papers.flatMap((_, paper) => ((solution.faults[paper] ?? 0) > 0 ? [paper] : [])),
    scores:
      scores.length > SCORES_KEPT
        ? null
        : Uint8Array.from(scores, (one) =>
            one === FORBIDDEN ? IMPOSSIBLE : Math.round((one * 100) / SCORE_MAX),
          ),
  }
}

/** A byte of a kept score: hundredths, or this where the pair cannot be. */
export const IMPOSSIBLE = 255
