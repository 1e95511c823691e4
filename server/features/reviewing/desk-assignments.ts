import { and, asc, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, reviews, users } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { ownVerdictOf } from '#shared/reviewing/verdict.ts'

const person = { id: users.id, name: users.name, email: users.email, organization: users.organization }

/** A paper's assignments as the organisers see them: standing ones first, then the ended ones. */
export async function deskAssignments(ctx: Ctx, submission: Submission) {
  const rows = await ctx.tx
    .select({ a: assignments, reviewer: person, reviewedAt: reviews.submittedAt })
    .from(assignments)
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .leftJoin(
      reviews,
      and(
        eq(reviews.submissionId, assignments.submissionId),
        eq(reviews.reviewerId, assignments.reviewerId),
        eq(reviews.round, submission.paperRound),
      ),
    )
    .where(eq(assignments.submissionId, submission.id))
    .orderBy(desc(assignments.endedAt), asc(assignments.assignedAt))
    .limit(200)
  return rows.map(({ a, reviewer, reviewedAt }) => ({
    reviewer,
    assignedAt: toTimestamp(a.assignedAt),
    dueAt: a.dueAt === null ? null : toTimestamp(a.dueAt),
    overrideReason: a.overrideReason,
    ended:
      a.endedAt === null || a.endedHow === null
        ? null
        : { at: toTimestamp(a.endedAt), how: a.endedHow, reason: a.endedReason },
    reviewed: reviewedAt !== null,
  }))
}

/** A paper's submitted reviews of all rounds with their authors, newest first: for organisers alone. */
export async function deskReviews(ctx: Ctx, submission: Submission) {
  const rows = await ctx.tx
    .select({ r: reviews, reviewer: person })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.reviewerId))
    .where(eq(reviews.submissionId, submission.id))
    .orderBy(desc(reviews.submittedAt), desc(reviews.id))
    .limit(500)
  return rows.map(({ r, reviewer }) => ({
    reviewer,
    round: r.round,
    verdict: ownVerdictOf[r.verdict],
    score: r.score,
    reason: r.comments,
    decidedAt: toTimestamp(r.submittedAt),
  }))
}
