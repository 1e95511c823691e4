import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, conflicts } from '#server/db/schema.ts'
import { discardPutOffReviews } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { assertNotReviewed, lockAssignedPaper } from './access.ts'
import { reviewerWithdrew } from './messages.ts'

/**
 * The reviewer gives an assignment back with a reason; a declared conflict also keeps the paper from them for good.
 * Refuses 404, and 409 once the review of the round is in.
 */
export async function withdrawFromPaper(ctx: Ctx, paperId: string, reason: string, conflict: boolean) {
  const { submission, assignment } = await lockAssignedPaper(ctx, paperId)
  await assertNotReviewed(ctx, submission, assignment.reviewerId)
  await ctx.tx
    .update(assignments)
    .set({ endedAt: ctx.now, endedHow: conflict ? 'conflict' : 'withdrawn', endedReason: reason })
    .where(eq(assignments.id, assignment.id))
  if (conflict) {
    await ctx.tx
      .insert(conflicts)
      .values({ submissionId: submission.id, reviewerId: assignment.reviewerId, reason, declaredAt: ctx.now })
      .onConflictDoNothing()
  }
  await discardPutOffReviews(ctx, 'taken', [{ reviewerId: assignment.reviewerId, paperId }])
  await tell(ctx, await adminIds(ctx), reviewerWithdrew(ctx, submission, reason, conflict))
  return { message: 'You were taken off this paper.' }
}
