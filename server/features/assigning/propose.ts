import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { inThread } from '#server/core/thread.ts'
import { askedLimits, beyondLimit, lowerLimit } from '#shared/assigning/judge.ts'
import type { Proposal, Wish } from '#shared/assigning/propose-contract.ts'
import type { Progress } from '#shared/core/progress.ts'
import { lackingInWords } from './lacking-in-words.ts'
import { type ProposalFacts, proposalFacts } from './proposal-facts.ts'
import { assignedPairs, judgedPairs, lockedPairs } from './proposal-problem.ts'
import type { Weighed } from './weigh.ts'
import type { Weighable, Weighing } from './weighing.ts'

const TIME_MS = 115_000
/** Both texts of so many papers are shown; all are named. */
const TYPED_SHOWN = 200

const thread = { source: new URL('./weigh-worker.ts', import.meta.url), built: 'proposal-worker' }

/**
 * Proposes reviewers for every paper that lacks them (decisions.md §8): weighed and matched outside any transaction, in
 * a thread of its own. Changes nothing. Refuses 422 when a pair that must be cannot, 503 after two minutes.
 */
export async function proposeAssignments(steps: Steps, wish: Wish): Promise<Proposal> {
  const { answer } = await makeProposal((work) => steps.transact(work), wish, {})
  return answer
}

interface Options {
  progress?: Progress
  signal?: AbortSignal
}

/** As {@link proposeAssignments}; gives also the scores of all pairs, by paper and reviewer. */
export async function makeProposal(
  transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
  wish: Wish,
  { progress, signal }: Options,
) {
  const facts = await transact((ctx) => proposalFacts(ctx, wish))
  if (wish.oneExperienced && !facts.reviewers.some(({ isExperienced }) => isExperienced)) {
    throw new AppError('invalid', 'Nobody is marked as experienced: mark reviewers at the reviewers’ desk.')
  }
  const weighing: Weighing = {
    ...textsIn(facts),
    pairs: await judgedPairs(facts, wish),
    locked: lockedPairs(facts, wish),
    assigned: assignedPairs(facts),
    reviewsPerPaper: facts.reviewsPerPaper,
    wish,
  }
  const timer = AbortSignal.timeout(TIME_MS)
  try {
    const weighed = await inThread<Weighed>(thread, weighing, {
      signal: signal === undefined ? timer : AbortSignal.any([timer, signal]),
      ...(progress && { progress }),
    })
    const axes = {
      papers: facts.papers.map(({ submission: { paperId }, shown }) => ({ paperId, title: shown })),
      reviewers: weighing.reviewers.map(({ id }) => id),
      odd: weighed.oddOthers,
    }
    return { answer: inWords(facts, weighed, wish), axes, scores: weighed.scores }
  } catch (error) {
    if (!timer.aborted) throw error
    const advice = wish.objective === 'fair' ? ' The largest total is found faster.' : ''
    throw new AppError('unavailable', `No proposal was found within two minutes.${advice}`)
  }
}

/** What pairs are scored by: papers, reviewers, their texts and bids. */
export function textsIn(facts: ProposalFacts): Weighable {
  return {
    papers: facts.papers.map(({ submission, lacks, title, abstract }) => ({
      paperId: submission.paperId,
      authorId: submission.authorId,
      at: submission.submittedAt.getTime(),
      title: title.text,
      titleAgreement: title.agreement,
      abstract: abstract.text,
      agreement: abstract.agreement,
      hidden: abstract.hidden,
      topics: submission.topics,
      lacks,
      hasExperienced: facts.withExperienced.has(submission.id),
    })),
    others: facts.others,
    reviewers: facts.reviewers.map(({ id, topics, texts, limit, open, isExperienced }) => ({
      id,
      topics,
      texts,
      limit,
      open,
      isExperienced,
    })),
    bids: facts.bids,
  }
}

function nothingKnownOf({ reviewers, bids }: ProposalFacts, wish: Wish): Proposal['unknown'] {
  const bidding = new Set([...bids, ...wish.bids].map(({ reviewerId }) => reviewerId))
  return reviewers
    .filter(({ id, topics, texts }) => topics.length === 0 && texts.length === 0 && !bidding.has(id))
    .map(({ id, name }) => ({ reviewerId: id, reviewer: name }))
    .sort((a, b) => a.reviewer.localeCompare(b.reviewer))
}

/** Places become ids and names. */
function inWords(facts: ProposalFacts, weighed: Weighed, wish: Wish): Proposal {
  const { papers, reviewers, conflict } = facts
  const idOf = (paper: number) => papers[paper]?.submission.paperId ?? ''
  const titleOf = (paper: number) => papers[paper]?.shown ?? ''
  const nameOf = (reviewer: number) => {
    const one = reviewers[reviewer]
    return { reviewerId: one?.id ?? '', reviewer: one?.name ?? '' }
  }
  const asked = askedLimits(wish)
  const assigned = assignedPairs(facts)
  const loads = new Map<number, number>()
  for (const { reviewer } of weighed.pairs) loads.set(reviewer, (loads.get(reviewer) ?? 0) + 1)
  return {
    pairs: weighed.pairs.map(({ paper, reviewer, score, reason, isLocked, oddities }) => {
      const submission = papers[paper]?.submission
      const by = reviewers[reviewer]
      const found = submission === undefined ? null : conflict(submission.id, by?.id ?? '')
      return {
        paperId: idOf(paper),
        title: titleOf(paper),
        ...nameOf(reviewer),
        score,
        reason,
        isLocked,
        // Pairs that must be are taken beyond a reviewer's limit, and those of people whose limit is raised beyond their own.
        warning:
          [
            found?.reason,
            by && beyondLimit({ ...by, limit: lowerLimit(by.limit, asked(by.id)) }, loads.get(reviewer) ?? 0),
          ]
            .filter(Boolean)
            .join(' ') || null,
        odd: [...new Set(oddities.map(({ kind }) => kind))],
      }
    }),
    figures: weighed.figures,
    reviewsPerPaper: facts.reviewsPerPaper,
    cutShort: weighed.cutShort,
    other: weighed.other,
    ...lackingInWords(facts, weighed, wish),
    oddities: [
      ...weighed.pairs,
      ...weighed.unproposed.map((one) => ({
        ...one,
        oddities: one.oddities.map((odd) => ({ ...odd, message: `${odd.message} Not proposed.` })),
      })),
    ].flatMap(({ paper, reviewer, oddities }) =>
      oddities.map((odd) => ({
        paperId: idOf(paper),
        title: titleOf(paper),
        ...nameOf(reviewer),
        ...odd,
      })),
    ),
    unproposedMore: weighed.unproposedMore,
    unknown: nothingKnownOf(facts, wish),
    seats: papers.map(({ submission, shown, lacks }, place) => ({
      paperId: submission.paperId,
      title: shown,
      lacks,
      had: weighed.had[place] ?? 0,
      hadExpert: weighed.hadExpert.has(place),
      on: (assigned.get(place) ?? []).map(nameOf),
    })),
    typed: papers
      .filter(({ abstract }) => abstract.agreement !== 'agrees')
      .slice(0, TYPED_SHOWN)
      .map(({ submission: { paperId }, shown, abstract: { typed, read } }) => ({
        paperId,
        title: shown,
        typed,
        read,
      })),
  }
}
