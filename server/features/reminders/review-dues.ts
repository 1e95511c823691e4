import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { waitingReviews } from '#server/features/reviewing/reviewer-role.ts'
import type { DeadlinesOf } from './deadlines-of.ts'
import type { Due } from './which-day.ts'

interface Row extends Record<string, unknown> {
  assignmentId: string
  reviewerId: string
  paperId: string
  round: number
  dueAt: string | null
  since: string
}

const DAY_MS = 24 * 3600 * 1000

/**
 * Reviews that wait to be written: due when their assignment says, else at the reviewer's deadline; those without
 * either, and those that organisers reminded of less than a day ago, are left out.
 */
export async function reviewDues(ctx: Ctx, deadlinesOf: DeadlinesOf): Promise<Due[]> {
  const lately = new Date(ctx.now.getTime() - DAY_MS).toISOString()
  const rows = await rowsOf<Row>(
    ctx.tx,
    sql`select a.id as "assignmentId", a.reviewer_id as "reviewerId", s.paper_id as "paperId",
      s.paper_round as round, to_json(a.due_at)#>>'{}' as "dueAt", to_json(greatest(a.assigned_at, (select max(v.created_at)
        from versions v where v.submission_id = s.id and v.part = 'paper')))#>>'{}' as since
      ${waitingReviews} and a.reviewer_id in (select u.id from users u where u.role in ('reviewer', 'both'))
        and (a.reminded_at is null or a.reminded_at <= ${lately}::timestamptz)
      order by s.serial`,
  )
  return rows.flatMap(({ assignmentId, reviewerId, paperId, round, dueAt, since }) => {
    const { deadline, closes } = deadlinesOf(reviewerId)
    const due = dueAt === null ? deadline.review : new Date(dueAt)
    if (due === null) return []
    const thing = `review:${assignmentId}:${round}`
    return [
      {
        userId: reviewerId,
        thing,
        name: paperId,
        dueAt: due,
        since: new Date(since),
        closes: closes.review,
      },
    ]
  })
}

/** The assignment that a review's thing is about. */
export function assignmentOf({ thing }: Pick<Due, 'thing'>): string {
  return thing.split(':')[1] ?? ''
}
