import { AppError, notFound } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { inThread } from '#server/core/thread.ts'
import { type explainPair as explainCall, wish } from '#shared/assigning/propose-contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { proposalFacts } from './proposal-facts.ts'
import { scorerOf } from './proposal-scores.ts'
import { textsIn } from './propose.ts'
import type { Weighable } from './weighing.ts'

/** Milliseconds; whoever asked goes on waiting for the reads before it too, half a minute in all. */
const TIME_MS = 20_000
/** The most a paper may ask for: whoever is under review lacks somebody then. */
const ANY_NUMBER = 10

const thread = { source: new URL('./explain-worker.ts', import.meta.url), built: 'reason-worker' }

/** The places of a pair, and what it is scored by. */
interface Asked {
  weighable: Weighable
  paper: number
  reviewer: number
}

/**
 * How well a reviewer suits a paper under review, why, and what is odd, as a proposal made now would say it: in a thread of its own.
 * Refuses 404 where paper or reviewer are not among those, 503 after twenty seconds.
 */
export async function explainPair(steps: Steps, ids: { paperId: string; reviewerId: string }) {
  const facts = await steps.transact((ctx) => proposalFacts(ctx, wish.parse({ reviewsPerPaper: ANY_NUMBER })))
  const paper = facts.papers.findIndex(({ submission }) => submission.paperId === ids.paperId)
  const reviewer = facts.reviewers.findIndex(({ id }) => id === ids.reviewerId)
  if (paper === -1) throw notFound('That paper')
  if (reviewer === -1) throw notFound('That reviewer')
  const asked: Asked = { weighable: textsIn(facts), paper, reviewer }
  const signal = AbortSignal.timeout(TIME_MS)
  try {
    return await inThread<AnswerOf<typeof explainCall>>(thread, asked, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('unavailable', 'No reason was found within twenty seconds. Try again later.')
  }
}

/** The thread's part of {@link explainPair}. */
export function explainAsked({ weighable, paper, reviewer }: Asked): AnswerOf<typeof explainCall> {
  const { scoresOf, reasonOf, odditiesFor } = scorerOf(weighable)
  const [given, by] = [weighable.papers[paper], weighable.reviewers[reviewer]]
  if (given === undefined || by === undefined) throw new Error('no such place')
  return {
    score: scoresOf(given)[reviewer] ?? 0,
    reason: reasonOf(given, by),
    oddities: odditiesFor(given, by),
  }
}
