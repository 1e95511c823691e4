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
import { conflictFinder } from './conflicts.ts'
import { asLeft, paperAuthors, paperHead, ROUNDS_MAX, seenUntil, versionsReadBy } from './paper-head.ts'
import { draftView } from './save-draft.ts'
import { isWithheld } from './withheld.ts'

/** A paper as its reviewer reads it, with its earlier versions, their own draft and reviews. Refuses 404. */
export async function previewPaper(ctx: Ctx, copies: CleanCopies, paperId: string) {
  const submission = await visiblePaper(ctx, paperId)
  const reviewerId = personOf(ctx).userId
  const versions = await versionsReadBy(ctx, reviewerId, submission.id)
  const version = versions.at(-1)
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
  const seen = last?.submittedAt ?? assignment?.assignedAt ?? submission.updatedAt
  const updatedAt = waits ? submission.updatedAt : seenUntil(seen, version)
  const shown = assignment === undefined ? asLeft(submission) : submission
  const find = await conflictFinder(ctx, waits ? [submission.id] : [], [reviewerId])
  const conflict = find(submission.id, reviewerId)?.weight === 'forbids'
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
      ...paperHead(shown, version?.fileName, anonymity, updatedAt),
      status: statusFor(waits),
      round,
      dueAt: assignment?.dueAt ? toTimestamp(assignment.dueAt) : null,
      authors: assignment === undefined ? null : await paperAuthors(ctx, submission, anonymity),
      topics: shown.topics,
    },
    canDecide: waits && !tooLate && !conflict,
    conflict,
    missedDeadline: waits && tooLate && deadline !== null ? toTimestamp(deadline) : null,
    // That it went, with a new round, would tell of it.
    draft: draft === undefined || assignment === undefined ? null : draftView(draft),
    earlier: versions.slice(0, -1).map(({ number, createdAt, ...earlier }) => ({
      round: number,
      submittedAt: toTimestamp(createdAt),
      previewUrl: previewOf(ctx, earlier),
    })),
    reviews: own.map((review) => ({
      round: review.round,
      verdict: ownVerdictOf[review.verdict],
      score: review.score,
      reason: review.comments,
      decidedAt: toTimestamp(review.submittedAt),
    })),
  }
}

/** Whether it waits for their review is all a reviewer is told: the rest would tell what others decided, or what settled it. */
function statusFor(waits: boolean): PaperStatus {
  return waits ? 'paper_submitted' : 'complete'
}

async function standingAssignment(ctx: Ctx, submission: Submission, reviewerId: string) {
  const [row] = await ctx.tx
    .select({
      dueAt: await reviewDue(ctx, 'assignments'),
      ownDueAt: assignments.dueAt,
      assignedAt: assignments.assignedAt,
    })
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
    .limit(ROUNDS_MAX)
}
