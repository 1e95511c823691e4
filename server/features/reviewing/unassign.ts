import { and, eq, isNull } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments } from '#server/db/schema.ts'
import { discardPutOffReviews } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'
import { lockAnySubmission } from '#server/features/submissions/access.ts'
import { unassigned } from './reviewer-messages.ts'

/** Takes an assignment back; reviews already submitted stay. Refuses 404 where there is none. */
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
  await discardPutOffReviews(ctx, 'taken', [{ reviewerId, paperId }])
  await tell(ctx, [reviewerId], unassigned(ctx, submission))
  return { message: 'Reviewer unassigned.' }
}
