import { and, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments } from '#server/db/schema.ts'
import { discardPutOffReviews } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'
import { lockAnySubmission, type Submission } from '#server/features/submissions/access.ts'
import { isOngoing } from '#shared/submissions/states.ts'
import { hasReviewed } from './access.ts'
import { mayUnassign } from './may-unassign.ts'
import { unassigned } from './reviewer-messages.ts'

/**
 * Takes an assignment back; reviews that are in stay. Refuses 404 where there is none, and 409 where there is nothing left to
 * take back (`may-unassign.ts`).
 */
export async function unassignReviewer(ctx: Ctx, paperId: string, reviewerId: string) {
  const submission = await lockAnySubmission(ctx, { paperId })
  const ended = await ctx.tx
    .update(assignments)
    .set({ endedAt: ctx.now, endedHow: 'unassigned' })
    .where(
      and(
        eq(assignments.submissionId, submission.id),
        eq(assignments.reviewerId, reviewerId),
        isNull(assignments.endedAt),
      ),
    )
    .returning({ id: assignments.id })
  if (ended.length === 0) throw notFound('That assignment')
  // Afterwards, for whoever has no assignment is not found; a refusal takes all of it back.
  await assertToTakeBack(ctx, submission, reviewerId)
  await discardPutOffReviews(ctx, 'taken', [{ reviewerId, paperId }])
  await tell(ctx, [reviewerId], unassigned(ctx, submission))
  return { message: 'Reviewer unassigned.' }
}

async function assertToTakeBack(ctx: Ctx, submission: Submission, reviewerId: string): Promise<void> {
  if (mayUnassign(submission.stage, await hasReviewed(ctx, submission, reviewerId))) return
  const why = isOngoing(submission.stage)
    ? 'Their review is in, and it counts.'
    : 'Nobody is to review this paper any more.'
  throw new AppError('wrong_state', `${why} There is nothing to take back.`)
}
