import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'

/** People who review: role reviewer or both, and not disabled. */
export const reviewerRole = and(inArray(users.role, ['reviewer', 'both']), isNull(users.disabledAt))

/** Assignments that wait for a review: the paper is under review, and this round has none of theirs. */
export const waitingReviews = sql`from assignments a join submissions s on s.id = a.submission_id
  where a.ended_at is null and s.deleted_at is null and s.stage = 'paper_submitted'
    and not exists (select 1 from reviews r where r.submission_id = s.id
      and r.reviewer_id = a.reviewer_id and r.round = s.paper_round)`

/** What a person of the `users` table still has to review, for a subquery: `select … ${openReviews}`. */
export const openReviews = sql`${waitingReviews} and a.reviewer_id = users.id`

/** Of those, what is late: its own due date has passed. */
export const overdueReviews = (ctx: Ctx): SQL =>
  sql`${waitingReviews} and a.due_at < ${ctx.now.toISOString()}::timestamptz`
