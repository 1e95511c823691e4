import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { inZone } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'

/**
 * When a review is due, for assignments under a name: as it was set for this one, else at the deadline for
 * reviews, the reviewer's own where that is later. Null where nothing says. The one rule for desk, statistics,
 * reminders and the reviewer's own lists.
 */
export async function reviewDue(ctx: Ctx, of: 'a' | 'assignments' = 'a'): Promise<SQL<Date | null>> {
  return sql`coalesce(${sql.raw(of)}.due_at, ${await reviewDeadline(ctx, of)})`.mapWith(assignments.dueAt)
}

/** The part of it that is set for nobody's assignment alone: the deadline for reviews, the reviewer's own where that is later. */
export async function reviewDeadline(ctx: Ctx, of: 'a' | 'assignments' = 'a'): Promise<SQL<Date | null>> {
  const { review: common } = (await settingsOf(ctx.tx)).deadlines
  const deadline =
    common === null
      ? sql`null::timestamptz`
      : sql`greatest(${common}::timestamptz, (select e.until from deadline_extensions e
          where e.user_id = ${sql.raw(of)}.reviewer_id and e.deadline = 'review'))`
  return deadline.mapWith(assignments.dueAt)
}

/**
 * Begins a round for a paper's reviewers: a due date of their own that has passed was the round's before, and the deadline
 * for reviews holds again as for who is assigned anew. Gives each with the moment their review is due, in words; empty where
 * nothing says, or the deadline has passed.
 */
export async function reviewsOfNewRound(
  ctx: Ctx,
  submissionId: string,
): Promise<{ userId: string; due: string }[]> {
  const theirs = and(eq(assignments.submissionId, submissionId), isNull(assignments.endedAt))
  await ctx.tx
    .update(assignments)
    .set({ dueAt: null })
    .where(and(theirs, lte(assignments.dueAt, ctx.now)))
  const rows = await ctx.tx
    .select({ userId: assignments.reviewerId, due: await reviewDue(ctx, 'assignments') })
    .from(assignments)
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .where(and(theirs, reviewerRole))
    .limit(200)
  const { timeZone } = await settingsOf(ctx.tx)
  return rows.map(({ userId, due }) => ({
    userId,
    due: due === null || due <= ctx.now ? '' : inZone(due, timeZone),
  }))
}
