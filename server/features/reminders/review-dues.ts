import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { waitingReviews } from '#server/features/reviewing/reviewer-role.ts'
import { deadlineWith } from '#server/features/settings/deadline.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { DAY_MS } from '#shared/core/calendar.ts'
import { type DeadlinesOf, knownSince } from './deadlines-of.ts'
import type { Due } from './which-day.ts'

interface Row extends Record<string, unknown> {
  assignmentId: string
  reviewerId: string
  paperId: string
  round: number
  dueAt: string
  ownDueAt: string | null
  since: string
  remindedLately: boolean
}

/** A review to be written. */
export interface ReviewDue extends Due {
  /** Organisers reminded of it less than a day ago; what the portal's own mornings told does not count. */
  remindedLately: boolean
}

/**
 * Reviews that wait to be written, everybody's or one reviewer's; those that are never due are left out.
 */
export async function reviewDues(
  ctx: Ctx,
  deadlinesOf: DeadlinesOf,
  reviewerId?: string,
): Promise<ReviewDue[]> {
  const lately = new Date(ctx.now.getTime() - DAY_MS).toISOString()
  const theirs = reviewerId === undefined ? sql`` : sql`and a.reviewer_id = ${reviewerId}`
  const due = await reviewDue(ctx)
  const rows = await rowsOf<Row>(
    ctx.tx,
    sql`select a.id as "assignmentId", a.reviewer_id as "reviewerId", s.paper_id as "paperId",
      s.paper_round as round, to_json(${due})#>>'{}' as "dueAt",
      to_json(a.due_at)#>>'{}' as "ownDueAt", to_json(greatest(a.assigned_at, (select max(v.created_at)
        from versions v where v.submission_id = s.id and v.part = 'paper')))#>>'{}' as since,
        coalesce(a.reminded_at > ${lately}::timestamptz, false) and not exists (select from reminders r
          where r.user_id = a.reviewer_id and r.thing = 'review:' || a.id || ':' || s.paper_round
            and r.at = a.reminded_at) as "remindedLately"
      ${waitingReviews} and ${due} is not null and a.reviewer_id in (select u.id from users u where u.role in ('reviewer', 'both')
        and u.disabled_at is null) ${theirs}
      order by s.serial`,
  )
  return rows.map(({ assignmentId, reviewerId, paperId, round, dueAt, ownDueAt, since, remindedLately }) => {
    const { givenAt, ...theirs } = deadlinesOf(reviewerId)
    const own = ownDueAt === null ? null : new Date(ownDueAt)
    return {
      userId: reviewerId,
      thing: `review:${assignmentId}:${round}`,
      name: paperId,
      dueAt: new Date(dueAt),
      since: knownSince(since, givenAt.review),
      closes: deadlineWith(own, 'review', theirs).closes,
      remindedLately,
    }
  })
}

/** The assignment that a review's thing is about. */
export function assignmentOf({ thing }: Pick<Due, 'thing'>): string {
  return thing.split(':')[1] ?? ''
}
