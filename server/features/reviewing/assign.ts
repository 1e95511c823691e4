import { and, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { assignments, users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { lockAnySubmission, type Submission } from '#server/features/submissions/access.ts'
import { paperStatusOf } from '#shared/submissions/states.ts'
import { conflictsWith } from './conflicts.ts'
import { deskAssignments } from './desk-assignments.ts'
import { assigned, unassigned } from './messages.ts'
import { reviewerRole } from './reviewer-role.ts'

interface Assign {
  reviewerId: string
  dueAt?: string | undefined
  overrideReason?: string | undefined
}

/** Stages in which a reviewer can be put on a paper: it is, or will be again, under review. */
export const assignable = ['paper_submitted', 'reviewer_declined', 'paper_awaiting_resubmission'] as const

/**
 * Assigns a reviewer to a paper. Refuses 404 (no such paper or reviewer), 409 (no paper to review, assigned already,
 * conflict of interest; the organisation rule yields to a reason, which is recorded).
 */
export async function assignReviewer(
  ctx: Ctx,
  paperId: string,
  { reviewerId, dueAt, overrideReason }: Assign,
) {
  const submission = await lockAnySubmission(ctx, { paperId })
  assertAssignable(submission)
  const [reviewer] = await ctx.tx
    .select({ id: users.id, organization: users.organization, email: users.email })
    .from(users)
    .where(and(eq(users.id, reviewerId), reviewerRole))
  if (reviewer === undefined) throw notFound('That reviewer')
  const conflict = (await conflictsWith(ctx, submission, [reviewer])).get(reviewerId)
  const override = overrideReason === undefined || overrideReason === '' ? null : overrideReason
  if (conflict !== undefined && !(conflict.overridable && override !== null)) {
    throw new AppError('conflict_of_interest', conflict.reason, { overridable: conflict.overridable })
  }
  const inserted = await ctx.tx
    .insert(assignments)
    .values({
      id: ctx.newId(),
      submissionId: submission.id,
      reviewerId,
      assignedBy: personOf(ctx).userId,
      assignedAt: ctx.now,
      dueAt: dueAt === undefined ? null : new Date(dueAt),
      overrideReason: conflict === undefined ? null : override,
    })
    .onConflictDoNothing()
    .returning({ id: assignments.id })
  if (inserted.length === 0)
    throw new AppError('already_exists', 'This reviewer is already assigned to the paper.')
  await tell(ctx, [reviewerId], assigned(ctx, submission, dueAt === undefined ? null : new Date(dueAt)))
  const made = (await deskAssignments(ctx, submission)).find(
    (each) => each.reviewer.id === reviewerId && each.ended === null,
  )
  if (made === undefined) throw new Error('the assignment just made is not there')
  return { message: 'Reviewer assigned.', assignment: made }
}

function assertAssignable(submission: Submission): void {
  if (assignable.some((stage) => stage === submission.stage)) return
  const why = paperStatusOf[submission.stage] === null ? 'there is no paper yet' : 'its review is over'
  throw new AppError('wrong_state', `No reviewer can be assigned to ${submission.paperId}: ${why}.`)
}

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
  await tell(ctx, [reviewerId], unassigned(ctx, submission))
  return { message: 'Reviewer unassigned.' }
}
