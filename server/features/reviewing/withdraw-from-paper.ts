import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, conflicts } from '#server/db/schema.ts'
import { discardPutOffReviews } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { assignable } from '#shared/assigning/judge.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { assertNotReviewed, lockAssignedPaper } from './access.ts'
import { reviewerWithdrew } from './messages.ts'

/** No decision that stands was taken: a rejection by a reviewer is none before an organiser has confirmed it. */
const undecided: readonly Stage[] = [...assignable, 'reviewer_declined']

/**
 * The reviewer gives an assignment back with a reason; a declared conflict also keeps the paper from them for good.
 * Organisers are told as long as the paper is undecided. Refuses 404, and 409 once the review of the round is in.
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
  if (undecided.includes(submission.stage))
    await tell(ctx, await adminIds(ctx), reviewerWithdrew(ctx, submission, reason, conflict))
  return { message: 'You were taken off this paper.' }
}
