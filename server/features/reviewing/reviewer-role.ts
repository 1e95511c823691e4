import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'

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
