import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { assignments, reviews } from '#server/db/schema.ts'
import type { CleanCopies } from '#server/features/files/clean/clean-copies.ts'
import { deadlinesFor, deadlineWith, hasPassed } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { eventOf, latestDecisions } from '#server/features/submissions/verdicts.ts'
import { previewOf } from '#server/features/submissions/view.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { authorReading } from '#shared/reviewing/outcome.ts'
import { ownVerdictOf } from '#shared/reviewing/verdict.ts'
import type { PaperStatus } from '#shared/submissions/states.ts'
import { visiblePaper } from './access.ts'
import { conflictFinder } from './conflicts.ts'
import { draftsOf } from './keep-text.ts'
import { asLeft, paperAuthors, paperHead, ROUNDS_MAX, seenUntil, versionsReadBy } from './paper-head.ts'
import { draftView, earlierDraftView } from './save-draft.ts'
import { isWithheld, withheldVersions } from './withheld.ts'

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
  const [newest] = await draftsOf(ctx, { submissionId: submission.id, reviewerId })
  // That it went, with a new round, would tell of it.
  const draft = assignment === undefined ? undefined : newest
  const isOfRound = draft?.round === submission.paperRound
  const settings = await settingsOf(ctx.tx)
  const { anonymity } = settings
  const isReviewed = own.some((review) => review.round === submission.paperRound)
  const waits = underReview && !isReviewed
  const seen = last?.submittedAt ?? assignment?.assignedAt ?? submission.updatedAt
  // Their page speaks of the file: that its author changed the abstract meanwhile is no change to what is reviewed.
  const updatedAt = waits && version !== undefined ? version.createdAt : seenUntil(seen, version)
  const shown = assignment === undefined ? asLeft(submission) : submission
  const find = await conflictFinder(ctx, waits ? [submission.id] : [], [reviewerId])
  const conflict = find(submission.id, reviewerId)?.weight === 'forbids'
  const { deadline, closes } = deadlineWith(
    assignment?.ownDueAt ?? null,
    'review',
    await deadlinesFor(ctx, reviewerId),
  )
  const tooLate = hasPassed(closes, ctx.now)
  const isDouble = anonymity === 'double'
  const withheld = isDouble && (await isWithheld(ctx, copies, version))
  const earlier = versions.slice(0, -1)
  const ids = isDouble ? earlier.map(({ id }) => id) : []
  const unread = ids.length === 0 ? new Set() : await withheldVersions(ctx, ids)
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
    authorReads: authorReading(settings),
    canGiveBack: waits || (!isReviewed && (await isAssignedAhead(ctx, submission, assignment))),
    conflict,
    missedDeadline: waits && tooLate && deadline !== null ? toTimestamp(deadline) : null,
    draft: draft !== undefined && isOfRound ? draftView(draft) : null,
    earlierDraft: draft !== undefined && !isOfRound ? earlierDraftView(draft) : null,
    earlier: earlier.map(({ number, createdAt, ...one }) => ({
      version: number,
      submittedAt: toTimestamp(createdAt),
      previewUrl: unread.has(one.id) ? null : previewOf(ctx, one),
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

/**
 * Whether they were assigned while the author revises the paper. Who was assigned before is not told by it that changes were asked
 * for: that would tell what others decided.
 */
async function isAssignedAhead(
  ctx: Ctx,
  { id, stage }: Submission,
  assignment: { assignedAt: Date } | undefined,
): Promise<boolean> {
  if (assignment === undefined || stage !== 'paper_awaiting_resubmission') return false
  const asked = eventOf(
    await latestDecisions(ctx, [id], ['paper_change_requested']),
    id,
    'paper_change_requested',
  )
  return asked !== undefined && asked.at < assignment.assignedAt
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
