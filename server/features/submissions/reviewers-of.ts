import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments } from '#server/db/schema.ts'

/** The reviewers presently assigned to a submission's paper. */
export async function reviewersOf(ctx: Ctx, submissionId: string): Promise<string[]> {
  const rows = await ctx.tx
    .select({ id: assignments.reviewerId })
    .from(assignments)
    .where(and(eq(assignments.submissionId, submissionId), isNull(assignments.endedAt)))
    .limit(200)
  return rows.map((row) => row.id)
}
