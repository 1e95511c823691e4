import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import {
  assignments,
  bids,
  conflicts,
  publications,
  reviewDrafts,
  reviewDraftTexts,
  reviews,
  submissions,
} from '#server/db/schema.ts'
import { ROWS_MAX } from './own-file.ts'

/** What a person did as a reviewer. Papers go by their id alone, whatever the conference's anonymity. */
export async function myReviewing(ctx: Ctx, userId: string) {
  const paperId = submissions.paperId
  return {
    publications: await ctx.tx
      .select({
        title: publications.title,
        abstract: publications.abstract,
        from: publications.source,
        addedAt: publications.createdAt,
      })
      .from(publications)
      .where(eq(publications.userId, userId))
      .orderBy(asc(publications.createdAt), asc(publications.id))
      .limit(ROWS_MAX),
    assignments: await ctx.tx
      .select({
        paperId,
        assignedAt: assignments.assignedAt,
        dueAt: assignments.dueAt,
        endedAt: assignments.endedAt,
        ended: assignments.endedHow,
        reason: assignments.endedReason,
      })
      .from(assignments)
      .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
      .where(eq(assignments.reviewerId, userId))
      .orderBy(asc(assignments.assignedAt), asc(assignments.id))
      .limit(ROWS_MAX),
    conflicts: await ctx.tx
      .select({ paperId, reason: conflicts.reason, declaredAt: conflicts.declaredAt })
      .from(conflicts)
      .innerJoin(submissions, eq(submissions.id, conflicts.submissionId))
      .where(eq(conflicts.reviewerId, userId))
      .orderBy(asc(conflicts.declaredAt))
      .limit(ROWS_MAX),
    bids: await ctx.tx
      .select({ paperId, bid: bids.bid })
      .from(bids)
      .innerJoin(submissions, eq(submissions.id, bids.submissionId))
      .where(eq(bids.reviewerId, userId))
      .orderBy(asc(submissions.serial))
      .limit(ROWS_MAX),
    reviews: await ctx.tx
      .select({
        paperId,
        round: reviews.round,
        verdict: reviews.verdict,
        score: reviews.score,
        comments: reviews.comments,
        submittedAt: reviews.submittedAt,
      })
      .from(reviews)
      .innerJoin(submissions, eq(submissions.id, reviews.submissionId))
      .where(eq(reviews.reviewerId, userId))
      .orderBy(asc(reviews.submittedAt), asc(reviews.id))
      .limit(ROWS_MAX),
    drafts: await ctx.tx
      .select({
        paperId,
        round: reviewDrafts.round,
        score: reviewDrafts.score,
        comments: reviewDrafts.comments,
        updatedAt: reviewDrafts.updatedAt,
      })
      .from(reviewDrafts)
      .innerJoin(submissions, eq(submissions.id, reviewDrafts.submissionId))
      .where(eq(reviewDrafts.reviewerId, userId))
      .orderBy(asc(reviewDrafts.updatedAt))
      .limit(ROWS_MAX),
    earlierDraftTexts: await ctx.tx
      .select({
        paperId,
        round: reviewDraftTexts.round,
        score: reviewDraftTexts.score,
        comments: reviewDraftTexts.comments,
        at: reviewDraftTexts.at,
      })
      .from(reviewDraftTexts)
      .innerJoin(submissions, eq(submissions.id, reviewDraftTexts.submissionId))
      .where(eq(reviewDraftTexts.reviewerId, userId))
      .orderBy(asc(reviewDraftTexts.at), asc(reviewDraftTexts.id))
      .limit(ROWS_MAX),
  }
}
