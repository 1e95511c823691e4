import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, reviewDrafts, reviewDraftTexts, reviews, submissions } from '#server/db/schema.ts'
import { standing } from '#server/features/submissions/access.ts'
import type { Stage } from '#shared/submissions/states.ts'

/** Whether a paper needs another reviewer when one of its reviewers leaves. */
export const needsAnother = ({ stage }: { stage: Stage }): boolean => stage === 'paper_submitted'

/** A reviewer's assignments whose review of the round is not in. Not awaited, so that the rows can be locked. */
export function openAssignments(ctx: Ctx, reviewerId: string) {
  const reviewed = ctx.tx
    .select({ one: sql`1` })
    .from(reviews)
    .where(
      and(
        eq(reviews.submissionId, submissions.id),
        eq(reviews.reviewerId, reviewerId),
        eq(reviews.round, submissions.paperRound),
      ),
    )
  return ctx.tx
    .select({ id: assignments.id, paperId: submissions.paperId, stage: submissions.stage })
    .from(assignments)
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .where(
      and(eq(assignments.reviewerId, reviewerId), isNull(assignments.endedAt), standing, notExists(reviewed)),
    )
    .orderBy(asc(submissions.paperId))
}

/**
 * Ends a reviewer's assignments whose review is not in and removes their drafts; gives the ids of papers that need
 * another reviewer. Reviews that were submitted count on.
 */
export async function giveBackPapers(ctx: Ctx, reviewerId: string): Promise<string[]> {
  const open = await openAssignments(ctx, reviewerId).for('update')
  for (const { id } of open) {
    await ctx.tx
      .update(assignments)
      .set({ endedAt: ctx.now, endedHow: 'withdrawn', endedReason: 'The reviewer deleted their account.' })
      .where(eq(assignments.id, id))
  }
  await ctx.tx.delete(reviewDrafts).where(eq(reviewDrafts.reviewerId, reviewerId))
  await ctx.tx.delete(reviewDraftTexts).where(eq(reviewDraftTexts.reviewerId, reviewerId))
  return open.filter(needsAnother).map(({ paperId }) => paperId)
}
