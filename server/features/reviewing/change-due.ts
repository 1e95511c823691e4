import { and, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { assertDueAhead } from '#server/features/settings/ahead.ts'
import { inZone } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { lockAnySubmission } from '#server/features/submissions/access.ts'
import { reviewDeadline, reviewDue } from '#server/features/submissions/review-due.ts'
import { reviewsClosed } from '#shared/assigning/judge.ts'
import { dueChanged } from './reviewer-messages.ts'

/**
 * Sets when an assignment's review is due, or leaves that to the deadline for reviews, and tells the reviewer whose review is
 * waited for. Refuses 404 where there is none, 422 for a moment that has passed, 409 where the deadline has that would hold again.
 */
export async function changeDue(ctx: Ctx, paperId: string, reviewerId: string, due: string | null) {
  const submission = await lockAnySubmission(ctx, { paperId })
  const theirs = and(
    eq(assignments.submissionId, submission.id),
    eq(assignments.reviewerId, reviewerId),
    isNull(assignments.endedAt),
  )
  const deadlineAt = await reviewDeadline(ctx, 'assignments')
  const [found] = await ctx.tx
    .select({ assignment: assignments, deadline: deadlineAt })
    .from(assignments)
    .where(theirs)
  if (found === undefined) throw notFound('That assignment')
  const { assignment, deadline } = found
  const dueAt = due === null ? null : new Date(due)
  if (dueAt?.getTime() !== assignment.dueAt?.getTime()) {
    assertDueAhead(ctx, dueAt)
    const { timeZone } = await settingsOf(ctx.tx)
    if (dueAt === null && deadline !== null && deadline <= ctx.now)
      throw new AppError('deadline_passed', reviewsClosed(inZone(deadline, timeZone)))
    const [changed] = await ctx.tx
      .update(assignments)
      .set({ dueAt })
      .where(eq(assignments.id, assignment.id))
      .returning({ due: await reviewDue(ctx, 'assignments') })
    // Nobody is told to review what waits for nobody now; a new round tells its own due date.
    if (assignment.waiting)
      await tell(ctx, [reviewerId], dueChanged(ctx, submission, changed?.due ?? null, timeZone))
  }
  return {
    message: dueAt === null ? 'The review has no due date of its own now.' : 'The due date was changed.',
  }
}
