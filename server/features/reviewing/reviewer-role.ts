import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'

/** Assignments that wait for a review: the paper is under review, and this round has none of theirs. */
export const waitingReviews = sql`from assignments a join submissions s on s.id = a.submission_id where a.waiting`

/**
 * How many reviewers a paper of the `submissions` table has: those assigned who will review it, or whose review of this
 * round is in. Whom the portal does not let review any more is not waited for.
 */
export const reviewerCount = sql<number>`(select count(*)::int from assignments a join users u on u.id = a.reviewer_id
  where a.submission_id = submissions.id and a.ended_at is null
    and (not a.waiting or (u.role in ('reviewer', 'both') and u.disabled_at is null)))`

/** What a person of the `users` table still has to review, for a subquery: `select … ${openReviews}`. */
export const openReviews = sql`${waitingReviews} and a.reviewer_id = users.id`

/** Of those, what is late. */
export async function overdueReviews(ctx: Ctx): Promise<SQL> {
  return sql`${waitingReviews} and ${await reviewDue(ctx)} < ${ctx.now.toISOString()}::timestamptz`
}

/**
 * When a review is due, for assignments under a name: as it was set for this one, else at the deadline for
 * reviews, the reviewer's own where that is later. Null where nothing says. The one rule for desk, statistics,
 * reminders and the reviewer's own lists.
 */
export async function reviewDue(ctx: Ctx, of: 'a' | 'assignments' = 'a'): Promise<SQL<Date | null>> {
  const a = sql.raw(of)
  const { review: common } = (await settingsOf(ctx.tx)).deadlines
  const deadline =
    common === null
      ? sql`null`
      : sql`greatest(${common}::timestamptz, (select e.until from deadline_extensions e
          where e.user_id = ${a}.reviewer_id and e.deadline = 'review'))`
  return sql`coalesce(${a}.due_at, ${deadline})`.mapWith(assignments.dueAt)
}
