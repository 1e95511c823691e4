import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'

/**
 * Whose review of a submission's paper is waited for, without those who review no more: whom its changes concern. A
 * paper that is taken away waits for nobody any more, so ask before it moves.
 */
export async function openReviewersOf(ctx: Ctx, submissionId: string): Promise<string[]> {
  const rows = await ctx.tx
    .select({ id: assignments.reviewerId })
    .from(assignments)
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .where(and(eq(assignments.submissionId, submissionId), assignments.waiting, reviewerRole))
    .limit(200)
  return rows.map(({ id }) => id)
}
