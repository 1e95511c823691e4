import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import type { DayCount } from '#shared/statistics/contract.ts'
import type { TimelineKind } from '#shared/submissions/timeline.ts'

/** More days than any conference lasts. */
const DAYS_MAX = 4000

const countedAs: Partial<Record<TimelineKind, Exclude<keyof DayCount, 'day'>>> = {
  abstract_submitted: 'abstracts',
  paper_submitted: 'papers',
  abstract_resubmitted: 'revisions',
  paper_resubmitted: 'revisions',
  payment_verified: 'paymentsVerified',
}

/**
 * What arrived on each day of the time zone, the first day first; read off the history, but for the verifications of
 * payments: of those only the ones in force, so that the days add up to what the payments desk lists. A paper that its author
 * deleted counts no more; one uploaded instead counts on its own day.
 */
export async function countDays(ctx: Ctx, timeZone: string): Promise<DayCount[]> {
  const kinds = sql.join(
    Object.keys(countedAs)
      .filter((kind) => kind !== 'payment_verified')
      .map((kind) => sql`${kind}`),
    sql`, `,
  )
  const rows = await rowsOf<{ day: string; kind: TimelineKind; count: number }>(
    ctx.tx,
    sql`select to_char(e.at at time zone ${timeZone}, 'YYYY-MM-DD') as day, e.kind, count(*)::int as count
      from (select submission_id, at, id, kind from submission_events where kind in (${kinds})
        union all select submission_id, verified_at, id, 'payment_verified' from payments
        where verified_at is not null and reopened_at is null) e
      join submissions s on s.id = e.submission_id
      where s.deleted_at is null and (e.kind <> 'paper_submitted' or not exists (select from submission_events later
        where later.submission_id = e.submission_id and (later.at, later.id) > (e.at, e.id)
        and later.kind in ('paper_submitted', 'paper_deleted')))
      group by 1, 2 order by 1 limit ${DAYS_MAX * Object.keys(countedAs).length}`,
  )
  const days = new Map<string, DayCount>()
  for (const { day, kind, count } of rows) {
    const counts = days.get(day) ?? { day, abstracts: 0, papers: 0, revisions: 0, paymentsVerified: 0 }
    const as = countedAs[kind]
    if (as !== undefined) counts[as] += count
    days.set(day, counts)
  }
  return [...days.values()]
}
