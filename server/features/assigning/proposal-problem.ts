import { setImmediate } from 'node:timers/promises'
import { AppError } from '#server/core/app-error.ts'
import { FORBIDDEN, type Problem } from '#server/matching/problem.ts'
import { limitIn } from '#shared/assigning/judge.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { ProposalFacts } from './proposal-facts.ts'
import type { Locked, Weighing } from './weighing.ts'

/** The pairs that must be and are not yet. Refuses, 422, one that cannot: with its reason. */
export function lockedPairs(
  { papers, reviewers, former, conflict, stands }: ProposalFacts,
  { must }: Wish,
): Locked {
  const paperAt = new Map(papers.map(({ submission }, place) => [submission.paperId, place]))
  const reviewerAt = new Map(reviewers.map(({ id }, place) => [id, place]))
  const pairs = must
    .filter((pair) => !stands(pair))
    .map(({ paperId, reviewerId }) => {
      const [paper, reviewer] = [paperAt.get(paperId), reviewerAt.get(reviewerId)]
      const submission = paper === undefined ? undefined : papers[paper]?.submission
      if (paper === undefined || submission === undefined) {
        throw new AppError('invalid', `${paperId} is not under review now, or lacks no reviewers.`)
      }
      if (reviewer === undefined) {
        const name = former.get(reviewerId)
        const gone = name === undefined ? 'there is no such reviewer.' : `${name} does not review now.`
        throw new AppError('invalid', `${paperId}: ${gone}`)
      }
      const found = conflict(submission.id, reviewerId)
      if (found !== null && found.weight !== 'warns')
        throw new AppError('invalid', `${paperId}: ${found.reason}`)
      return { paper, reviewer }
    })
  const byPaper = groupBy(pairs, ({ paper }) => paper)
  return new Map(
    [...byPaper].map(([paper, own]) => [paper, [...new Set(own.map(({ reviewer }) => reviewer))]]),
  )
}

/** Who is on the papers already, by places. */
export function assignedPairs({ papers, reviewers, assigned }: ProposalFacts): Locked {
  const paperAt = new Map(papers.map(({ submission }, place) => [submission.id, place]))
  const reviewerAt = new Map(reviewers.map(({ id }, place) => [id, place]))
  const pairs = [...assigned].flatMap((pair) => {
    const [submissionId = '', reviewerId = ''] = pair.split(' ')
    const [paper, reviewer] = [paperAt.get(submissionId), reviewerAt.get(reviewerId)]
    return paper === undefined || reviewer === undefined ? [] : [{ paper, reviewer }]
  })
  return new Map(
    [...groupBy(pairs, ({ paper }) => paper)].map(([paper, own]) => [
      paper,
      own.map(({ reviewer }) => reviewer),
    ]),
  )
}

/** What a pair is to the matching: it may be; it cannot be, whatever is wished; an organiser does not want it; the reviewer gave it back. */
export const ALLOWED = 0
export const CANNOT = 1
export const MUST_NOT = 2
export const GAVE_BACK = 3

/** How many reviewers are looked at before the portal may answer others. */
const AT_ONCE = 20

/** What every pair is. Only those that could be in conflict at all are looked at: millions of others need not be. */
export async function judgedPairs(
  { papers, reviewers, conflict, near, assigned, gaveBack }: ProposalFacts,
  { mustNot }: Wish,
): Promise<Uint8Array> {
  const table = new Uint8Array(papers.length * reviewers.length)
  const paperAt = new Map(papers.map(({ submission }, place) => [submission.id, place]))
  const reviewerAt = new Map(reviewers.map(({ id }, at) => [id, at]))
  const mark = (submissionId: string | undefined, reviewerId: string | undefined, as: number) => {
    const [place, at] = [paperAt.get(submissionId ?? ''), reviewerAt.get(reviewerId ?? '')]
    if (place !== undefined && at !== undefined) table[place * reviewers.length + at] = as
  }
  for (const pair of gaveBack) {
    const [submissionId, reviewerId] = pair.split(' ')
    mark(submissionId, reviewerId, GAVE_BACK)
  }
  const idOf = new Map(papers.map(({ submission }) => [submission.paperId, submission.id]))
  for (const { paperId, reviewerId } of mustNot) mark(idOf.get(paperId), reviewerId, MUST_NOT)
  for (const pair of assigned) {
    const [submissionId, reviewerId] = pair.split(' ')
    mark(submissionId, reviewerId, CANNOT)
  }
  for (const [at, { id }] of reviewers.entries()) {
    for (const submissionId of near(id)) {
      const found = conflict(submissionId, id)
      if (found !== null && found.weight !== 'warns') mark(submissionId, id, CANNOT)
    }
    if (at % AT_ONCE === 0) await setImmediate()
  }
  return table
}

/** The question for the matching: what is locked is done, takes a seat and time, and cannot be had twice. */
export function problemFrom(
  { papers, reviewers, locked, wish }: Weighing,
  scores: Int32Array,
  had: Int32Array,
): Problem {
  const left = scores.slice()
  const withLocked = had.slice()
  const taken = reviewers.map(() => 0)
  for (const [paper, own] of locked) {
    for (const at of own) {
      const pair = paper * reviewers.length + at
      withLocked[paper] = (withLocked[paper] ?? 0) + Math.max(0, scores[pair] ?? 0)
      left[pair] = FORBIDDEN
      taken[at] = (taken[at] ?? 0) + 1
    }
  }
  const seats = Int32Array.from(papers, ({ lacks }, place) =>
    Math.max(0, lacks - (locked.get(place)?.length ?? 0)),
  )
  const limitOf = limitIn(wish)
  const room = reviewers.map(
    (one, at) => (limitOf(one) ?? papers.length + one.open) - one.open - (taken[at] ?? 0),
  )
  const most = Int32Array.from(room, (left) => Math.max(0, left))
  const least = most.map((bound, at) => Math.min(bound, Math.max(0, wish.leastPapers - (taken[at] ?? 0))))
  const isSenior = (at: number) => reviewers[at]?.isExperienced === true
  const gate = !wish.oneExperienced
    ? null
    : {
        most: seats.map((count, paper) => {
          const hasOne = papers[paper]?.hasExperienced === true || locked.get(paper)?.some(isSenior) === true
          return hasOne ? count : Math.max(0, count - 1)
        }),
        of: { reviewers: Uint8Array.from(reviewers, (_, at) => (isSenior(at) ? 0 : 1)) },
      }
  return {
    papers: papers.length,
    reviewers: reviewers.length,
    scores: left,
    seats,
    had: withLocked,
    least,
    most,
    over: Int32Array.from(room, (left) => Math.max(0, -left)),
    gate,
    stretch: false,
  }
}
