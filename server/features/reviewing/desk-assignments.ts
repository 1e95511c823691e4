import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, reviews, submissions, users } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Conflict } from '#shared/reviewing/conflict.ts'
import { ownVerdictOf } from '#shared/reviewing/verdict.ts'
import type { Assignment } from './access.ts'
import { conflictFinder } from './conflicts.ts'
import { mayUnassign } from './may-unassign.ts'

/** Why somebody does not review any more; null for who does. */
const inactive = sql<
  'disabled' | 'no_reviewer' | null
>`case when ${users.disabledAt} is not null then 'disabled' when ${users.role} not in ('reviewer', 'both') then 'no_reviewer' end`
const person = { id: users.id, name: users.name, email: users.email, organization: users.organization }

/**
 * Assignments with their reviewer, when the review is due (by `reviewDue`), and when the one of the present round came in;
 * for organisers alone.
 */
export function assignmentRows(ctx: Ctx, due: SQL<Date | null>, where: SQL | undefined) {
  return ctx.tx
    .select({
      a: assignments,
      reviewer: person,
      inactive,
      reviewedAt: reviews.submittedAt,
      due,
      stage: submissions.stage,
    })
    .from(assignments)
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .leftJoin(
      reviews,
      and(
        eq(reviews.submissionId, assignments.submissionId),
        eq(reviews.reviewerId, assignments.reviewerId),
        eq(reviews.round, submissions.paperRound),
      ),
    )
    .where(where)
}
type AssignmentRow = Awaited<ReturnType<typeof assignmentRows>>[number]

/** Row to wire. */
export function assignmentView(ctx: Ctx, { a, reviewer, inactive, reviewedAt, due, stage }: AssignmentRow) {
  return {
    reviewer,
    inactive: a.endedAt === null ? inactive : null,
    assignedAt: toTimestamp(a.assignedAt),
    dueAt: due === null ? null : toTimestamp(due),
    ownDueAt: a.dueAt === null ? null : toTimestamp(a.dueAt),
    late: a.waiting && due !== null && ctx.now > due,
    overrideReason: a.overrideReason,
    ended: endOf(a),
    reviewed: reviewedAt !== null,
    canUnassign: a.endedAt === null && mayUnassign(stage, reviewedAt !== null),
  }
}

/** When, how and why an assignment ended; null while it stands. */
export function endOf(a: Pick<Assignment, 'endedAt' | 'endedHow' | 'endedReason'>) {
  if (a.endedAt === null || a.endedHow === null) return null
  return { at: toTimestamp(a.endedAt), how: a.endedHow, reason: a.endedReason }
}

/** A standing assignment, just made, with the conflict that it was judged by. */
export async function standingAssignment(
  ctx: Ctx,
  submissionId: string,
  reviewerId: string,
  conflict: Conflict | null,
) {
  const [row] = await assignmentRows(
    ctx,
    await reviewDue(ctx, 'assignments'),
    and(
      eq(assignments.submissionId, submissionId),
      eq(assignments.reviewerId, reviewerId),
      isNull(assignments.endedAt),
    ),
  )
  if (row === undefined) throw new Error('the assignment just made is not there')
  return { ...assignmentView(ctx, row), conflict }
}

/** A paper's assignments as the organisers see them: standing ones first, with what speaks against them, then the ended ones. */
export async function deskAssignments(ctx: Ctx, submission: Submission) {
  const due = await reviewDue(ctx, 'assignments')
  const rows = await assignmentRows(ctx, due, eq(assignments.submissionId, submission.id))
    .orderBy(desc(assignments.endedAt), asc(assignments.assignedAt))
    .limit(200)
  const find = await conflictFinder(
    ctx,
    [submission.id],
    rows.flatMap(({ a }) => (a.endedAt === null ? a.reviewerId : [])),
  )
  return rows.map((row) => ({
    ...assignmentView(ctx, row),
    conflict: row.a.endedAt === null ? find(submission.id, row.a.reviewerId) : null,
  }))
}

/** Submitted reviews with who wrote them; for organisers alone. */
export function reviewRows(ctx: Ctx, where: SQL | undefined) {
  return ctx.tx
    .select({ r: reviews, reviewer: person })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.reviewerId))
    .where(where)
}
type ReviewRow = Awaited<ReturnType<typeof reviewRows>>[number]

/** Row to wire. */
export function reviewView({ r, reviewer }: ReviewRow) {
  return {
    reviewer,
    round: r.round,
    verdict: ownVerdictOf[r.verdict],
    score: r.score,
    reason: r.comments,
    decidedAt: toTimestamp(r.submittedAt),
  }
}

/** A paper's submitted reviews of all rounds with their authors, newest first: for organisers alone. */
export async function deskReviews(ctx: Ctx, submission: Submission) {
  const rows = await reviewRows(ctx, eq(reviews.submissionId, submission.id))
    .orderBy(desc(reviews.submittedAt), desc(reviews.id))
    .limit(500)
  return rows.map(reviewView)
}
