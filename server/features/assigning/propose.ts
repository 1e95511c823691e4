import { AppError } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { figuresOf } from '#server/matching/figures.ts'
import { match } from '#server/matching/match.ts'
import { type Problem, SCORE_MAX } from '#server/matching/problem.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import { proposalFacts } from './proposal-facts.ts'
import { lockedPairs, problemFrom, scoreTable } from './proposal-problem.ts'
import { scorerOf } from './proposal-scores.ts'

const TIME_MS = 120_000
/** From this score on a reviewer counts as an expert: all of a paper's topics, or much of its words. */
const EXPERT = 0.4

/**
 * Proposes reviewers for every paper that lacks them (decisions.md §8): weighed and matched outside any transaction, the
 * matching in a thread of its own. Changes nothing. Refuses 422 when a pair that must be cannot, 503 after two minutes.
 */
export async function proposeAssignments(steps: Steps, wish: Wish) {
  const facts = await steps.transact((ctx) => proposalFacts(ctx, wish))
  const { papers, reviewers } = facts
  const scorer = scorerOf(facts, wish)
  const locked = lockedPairs(facts, wish)
  const scores = await scoreTable(facts, wish, scorer.scoresOf)
  const problem = problemFrom(facts, wish, scores, locked)
  const { solution, shortage } = await matchInTime(problem, wish)
  const reviewersOf = solution.reviewersOf.map((own, paper) => [...(locked.get(paper) ?? []), ...own])
  const rows = reviewersOf.flatMap((own, place) =>
    own.flatMap((at) => {
      const [paper, reviewer] = [papers[place], reviewers[at]]
      return paper === undefined || reviewer === undefined ? [] : [{ paper, reviewer, place, at }]
    }),
  )
  // The figures are of all that is proposed, locked pairs too.
  const seats = Int32Array.from(papers, ({ lacks }) => lacks)
  const figures = figuresOf({ ...problem, seats, scores }, reviewersOf, EXPERT * SCORE_MAX)
  return {
    pairs: rows.map(({ paper: { submission }, reviewer, place, at }) => ({
      paperId: submission.paperId,
      title: submission.title,
      reviewerId: reviewer.id,
      reviewer: reviewer.name,
      score: Math.max(0, scores[place * reviewers.length + at] ?? 0) / SCORE_MAX,
      reason: scorer.reasonOf({ submission, lacks: 0 }, reviewer),
      isLocked: locked.get(place)?.includes(at) === true,
      warning: facts.conflict(submission.id, reviewer.id)?.reason ?? null,
    })),
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
    shortage: shortage && {
      papers: shortage.papers.flatMap(({ paper, ...rest }) => {
        const paperId = papers[paper]?.submission.paperId
        return paperId === undefined ? [] : [{ paperId, ...rest }]
      }),
      raise: shortage.raise.flatMap(({ reviewer, by }) => {
        const one = reviewers[reviewer]
        return one === undefined ? [] : [{ reviewerId: one.id, reviewer: one.name, by }]
      }),
      missing: shortage.missing,
    },
    withoutExperienced: papers.flatMap(({ submission }, paper) =>
      (solution.faults[paper] ?? 0) > 0 ? [submission.paperId] : [],
    ),
    oddities: rows.flatMap(({ paper: { submission }, reviewer }) =>
      scorer
        .odditiesFor(submission.paperId, reviewer.id)
        .map((message) => ({ paperId: submission.paperId, reviewerId: reviewer.id, message })),
    ),
  }
}

async function matchInTime(problem: Problem, { objective }: Wish) {
  const signal = AbortSignal.timeout(TIME_MS)
  try {
    return await match(problem, { fair: objective === 'fair', signal })
  } catch (error) {
    if (!signal.aborted) throw error
    const advice = objective === 'fair' ? ' The largest total is found faster.' : ''
    throw new AppError('unavailable', `No proposal was found within two minutes.${advice}`)
  }
}
