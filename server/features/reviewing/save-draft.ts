import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { reviewDrafts } from '#server/db/schema.ts'
import { assertMay } from '#server/features/submissions/move.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { assertNotReviewed, lockAssignedPaper } from './access.ts'

interface Typed {
  score: string
  comments: string
  /** The revision this was typed over; 0 where there was none. */
  revision: number
}

/**
 * Keeps a review as typed so far (decisions.md §6). A tab that typed over an older revision gets 409 `stale` with
 * the newer text in `details`, and nothing is overwritten.
 */
export async function saveDraft(ctx: Ctx, paperId: string, typed: Typed) {
  const { submission, assignment } = await lockAssignedPaper(ctx, paperId)
  assertMay(submission.stage, 'reviewer_decline_paper')
  await assertNotReviewed(ctx, submission, assignment.reviewerId)
  const key = {
    submissionId: submission.id,
    reviewerId: assignment.reviewerId,
    round: submission.paperRound,
  }
  const [kept] = await ctx.tx
    .select()
    .from(reviewDrafts)
    .where(
      and(
        eq(reviewDrafts.submissionId, key.submissionId),
        eq(reviewDrafts.reviewerId, key.reviewerId),
        eq(reviewDrafts.round, key.round),
      ),
    )
  if ((kept?.revision ?? 0) !== typed.revision) {
    throw new AppError(
      'stale',
      'This review was changed in another window.',
      kept === undefined ? null : draftView(kept),
    )
  }
  const text = {
    score: typed.score,
    comments: typed.comments,
    revision: typed.revision + 1,
    updatedAt: ctx.now,
  }
  const [saved] = await ctx.tx
    .insert(reviewDrafts)
    .values({ ...key, ...text })
    .onConflictDoUpdate({
      target: [reviewDrafts.submissionId, reviewDrafts.reviewerId, reviewDrafts.round],
      set: { ...text, revision: sql`${reviewDrafts.revision} + 1` },
    })
    .returning()
  if (saved === undefined) throw new Error('the draft just saved is not there')
  return draftView(saved)
}

/** Row to what the contract promises of a draft. */
export function draftView(row: typeof reviewDrafts.$inferSelect) {
  return {
    score: row.score,
    comments: row.comments,
    revision: row.revision,
    updatedAt: toTimestamp(row.updatedAt),
  }
}
