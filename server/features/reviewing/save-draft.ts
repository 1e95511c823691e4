import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { reviewDrafts } from '#server/db/schema.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import { assertToReview, lockAssignedPaper } from './access.ts'
import { keepOvertaken, keepRefused } from './keep-text.ts'

interface Typed {
  score: string
  comments: string
  /** The verdict it was typed for; null where that is not said. */
  verdict: ReviewVerdict | null
  /** The revision this was typed over; 0 where there was none. */
  revision: number
  /** The round it was typed for, where that is said. */
  round?: number | undefined
}

/**
 * Keeps a review as typed so far (decisions.md §6). A tab that typed over an older revision gets 409 `stale` with
 * the newer text in `details`, and nothing is overwritten; its text is kept among the earlier ones, as is what is overtaken.
 */
export async function saveDraft(ctx: Ctx, paperId: string, typed: Typed) {
  const { submission, assignment } = await lockAssignedPaper(ctx, paperId)
  await assertToReview(ctx, submission, assignment.reviewerId, typed.round)
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
  // It was saved, and its answer got lost: it is sent once more.
  if (kept !== undefined && isSavedAlready(kept, typed)) return draftView(kept)
  if ((kept?.revision ?? 0) !== typed.revision) {
    // Returned, not thrown: the refused text is kept.
    await keepRefused(ctx, key, typed)
    return new AppError(
      'stale',
      'This review was changed in another window.',
      kept === undefined ? null : draftView(kept),
    )
  }
  if (kept !== undefined) await keepOvertaken(ctx, key, kept, typed)
  const text = {
    score: typed.score,
    comments: typed.comments,
    verdict: typed.verdict,
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

type Kept = typeof reviewDrafts.$inferSelect

const isSavedAlready = (kept: Kept, typed: Typed): boolean =>
  kept.revision === typed.revision + 1 &&
  kept.score === typed.score &&
  kept.comments === typed.comments &&
  kept.verdict === typed.verdict

/** A draft of an earlier round: there is nothing to be saved over it any more. */
export function earlierDraftView(row: Kept) {
  const { score, comments, updatedAt } = draftView(row)
  return { score, comments, updatedAt, round: row.round }
}

/** Row to what the contract promises of a draft. */
export function draftView(row: Kept) {
  return {
    score: row.score,
    comments: row.comments,
    verdict: row.verdict,
    revision: row.revision,
    updatedAt: toTimestamp(row.updatedAt),
  }
}
