import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'

/** Whom to tell about a submission's paper: its reviewers at present, without those who review no more. */
export async function reviewersOf(ctx: Ctx, submissionId: string): Promise<string[]> {
  const rows = await ctx.tx
    .select({ id: assignments.reviewerId })
    .from(assignments)
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .where(and(eq(assignments.submissionId, submissionId), isNull(assignments.endedAt), reviewerRole))
    .limit(200)
  return rows.map((row) => row.id)
}
