import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { assignments, reviews } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { assertBeforeDeadline } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { assertFileAsRead } from '#server/features/submissions/as-read.ts'
import { momentAfter } from '#server/features/submissions/move.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { commentsTogether } from '#shared/reviewing/comments-together.ts'
import { outcomeOf } from '#shared/reviewing/outcome.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import { type Assignment, assertToReview, lockAssignedPaper } from './access.ts'
import { conclude } from './conclude.ts'
import { conflictsAmong } from './conflicts.ts'
import { forgetDraft } from './keep-text.ts'
import { lateAmong } from './late-conflicts.ts'
import { decisionWanted, reviewedInConflict } from './messages.ts'
import { papersReadBy } from './paper-head.ts'

export interface Decision {
  verdict: ReviewVerdict
  /** 0 to 100; a rejection may do without. */
  score: number | null
  /** Comments to the author; a plain acceptance may do without. */
  comments: string | null
}

/** What the reviewer had read when they decided, where that is said. */
interface Read {
  round?: number | undefined
  updatedAt?: Timestamp | undefined
}

/**
 * A reviewer's decision (portal.md §4, decisions.md §6): the review is kept, and moves the paper when the reviews of
 * the round settle it; otherwise the organisers are told that a decision is theirs. Refuses 404 (not assigned),
 * 409 (not under review, already reviewed, typed for an earlier round or file, a
 * conflict of interest that was found meanwhile, deadline).
 */
export async function decide(ctx: Ctx, paperId: string, decision: Decision, read: Read = {}) {
  const { submission, assignment } = await lockAssignedPaper(ctx, paperId)
  await assertToReview(ctx, submission, assignment.reviewerId, read.round)
  const files = await papersReadBy(ctx, assignment.reviewerId, [submission.id])
  assertFileAsRead(files.get(submission.id), read.updatedAt)
  const before = await reviewsOfRound(ctx, submission)
  const { findAll } = await conflictsAmong(
    ctx,
    [submission.id],
    [assignment, ...before].map(({ reviewerId }) => reviewerId),
  )
  const lateOf = ({ reviewerId, knownConflicts }: Pick<Assignment, 'reviewerId' | 'knownConflicts'>) =>
    lateAmong(findAll(submission.id, reviewerId), knownConflicts)
  if (lateOf(assignment)?.weight === 'forbids')
    throw new AppError(
      'conflict_of_interest',
      'A conflict of interest was found after this paper was assigned to you. Please give it back under “I cannot review this paper”; the organisers are told.',
    )
  const settings = await settingsOf(ctx.tx)
  await assertBeforeDeadline(ctx, 'review', personOf(ctx).userId, assignment.dueAt)
  const review = {
    id: ctx.newId(),
    submissionId: submission.id,
    assignmentId: assignment.id,
    reviewerId: assignment.reviewerId,
    round: submission.paperRound,
    ...decision,
    submittedAt: momentAfter(submission, ctx.now),
  }
  await ctx.tx.insert(reviews).values(review)
  await forgetDraft(ctx, submission.id, assignment.reviewerId)
  const all = [...before, review]
  const outcome = outcomeOf(
    all.map((each) => each.verdict),
    settings,
  )
  if (outcome !== null) {
    await conclude(ctx, submission, outcome, {
      as: 'reviewer',
      note: commentsTogether(all.map(({ comments }) => comments)),
    })
  } else if (all.length >= settings.reviewsPerPaper) {
    await tell(ctx, await adminIds(ctx), decisionWanted(ctx, submission))
  }
  // A paper that stayed under review for it would tell its author, who names the co-authors, that they met who reviews.
  const isLast = outcome !== null || all.length === settings.reviewsPerPaper
  if ([assignment, ...(isLast ? before : [])].some(lateOf))
    await tell(ctx, await adminIds(ctx), reviewedInConflict(ctx, submission))
  return { message: 'Thank you. Your decision was submitted.' }
}

/** The reviews of the present round, in the order they came. */
async function reviewsOfRound(ctx: Ctx, submission: Submission) {
  return ctx.tx
    .select({ ...getTableColumns(reviews), knownConflicts: assignments.knownConflicts })
    .from(reviews)
    .innerJoin(assignments, eq(assignments.id, reviews.assignmentId))
    .where(and(eq(reviews.submissionId, submission.id), eq(reviews.round, submission.paperRound)))
    .orderBy(asc(reviews.submittedAt), asc(reviews.id))
    .limit(100)
}
