import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { assignments, reviewDrafts, reviews } from '#server/db/schema.ts'
import type { CleanCopies } from '#server/features/files/clean/clean-copies.ts'
import { deadlinesFor, deadlineWith, hasPassed } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { previewOf } from '#server/features/submissions/view.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { ownVerdictOf } from '#shared/reviewing/verdict.ts'
import type { PaperStatus } from '#shared/submissions/states.ts'
import { visiblePaper } from './access.ts'
import { whoMustNotReview } from './must-not-review.ts'
import { paperAuthors, paperHead, papersReadBy, seenUntil } from './paper-head.ts'
import { draftView } from './save-draft.ts'
import { isWithheld } from './withheld.ts'

/** A paper as its reviewer reads it, with their own draft and reviews. Refuses 404. */
export async function previewPaper(ctx: Ctx, copies: CleanCopies, paperId: string) {
  const submission = await visiblePaper(ctx, paperId)
  const reviewerId = personOf(ctx).userId
  const version = (await papersReadBy(ctx, reviewerId, [submission.id])).get(submission.id)
  const assignment = await standingAssignment(ctx, submission, reviewerId)
  const own = await ownReviews(ctx, submission, reviewerId)
  const last = own.at(-1)
  // Whoever was taken off the paper sees it as it was when they reviewed it.
  const round = assignment === undefined ? (last?.round ?? submission.paperRound) : submission.paperRound
  const underReview = assignment !== undefined && submission.stage === 'paper_submitted'
  const [draft] = await ctx.tx
    .select()
    .from(reviewDrafts)
    .where(
      and(
        eq(reviewDrafts.submissionId, submission.id),
        eq(reviewDrafts.reviewerId, reviewerId),
        eq(reviewDrafts.round, submission.paperRound),
      ),
    )
  const { anonymity } = await settingsOf(ctx.tx)
  const waits = underReview && !own.some((review) => review.round === submission.paperRound)
  const updatedAt = waits || last === undefined ? submission.updatedAt : seenUntil(last.submittedAt, version)
  const conflict =
    waits && (await whoMustNotReview(ctx, submission, [{ reviewerId }])).certain.has(reviewerId)
  const { deadline, closes } = deadlineWith(
    assignment?.ownDueAt ?? null,
    'review',
    await deadlinesFor(ctx, reviewerId),
  )
  const tooLate = hasPassed(closes, ctx.now)
  const withheld = anonymity === 'double' && (await isWithheld(ctx, copies, version))
  return {
    previewUrl: withheld ? null : previewOf(ctx, version),
    withheld,
    paper: {
      ...paperHead(submission, version?.fileName, anonymity, updatedAt),
      status: statusFor(underReview),
      round,
      dueAt: assignment?.dueAt ? toTimestamp(assignment.dueAt) : null,
      authors: await paperAuthors(ctx, submission, anonymity),
      topics: submission.topics,
    },
    canDecide: waits && !tooLate && !conflict,
    conflict,
    missedDeadline: waits && tooLate && deadline !== null ? toTimestamp(deadline) : null,
    draft: draft === undefined ? null : draftView(draft),
    reviews: own.map((review) => ({
      round: review.round,
      verdict: ownVerdictOf[review.verdict],
      score: review.score,
      reason: review.comments,
      decidedAt: toTimestamp(review.submittedAt),
    })),
  }
}

/** Under review or not is all a reviewer is told: the rest would tell what others decided. */
function statusFor(underReview: boolean): PaperStatus {
  return underReview ? 'paper_submitted' : 'complete'
}

async function standingAssignment(ctx: Ctx, submission: Submission, reviewerId: string) {
  const [row] = await ctx.tx
    .select({ dueAt: await reviewDue(ctx, 'assignments'), ownDueAt: assignments.dueAt })
    .from(assignments)
    .where(
      and(
        eq(assignments.submissionId, submission.id),
        eq(assignments.reviewerId, reviewerId),
        isNull(assignments.endedAt),
      ),
    )
  return row
}

async function ownReviews(ctx: Ctx, submission: Submission, reviewerId: string) {
  return ctx.tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.submissionId, submission.id), eq(reviews.reviewerId, reviewerId)))
    .orderBy(asc(reviews.round))
    .limit(100)
}
