import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'

/** A job that is not done yet, with what it carries. */
export interface WaitingJob {
  kind: string
  data: unknown
  startAfter: Date
}

/** Jobs of every kind that are not done yet and have not failed for good, in order; asked without opening the queue. */
export async function waitingJobs(db: Db): Promise<WaitingJob[]> {
  const [queue] = await rowsOf<{ there: boolean }>(
    db,
    sql`select to_regclass('pgboss.job') is not null as there`,
  )
  // A portal that never started has none.
  if (queue?.there !== true) return []
  const rows = await rowsOf<{ kind: string; data: unknown; at: string }>(
    db,
    sql`select name as kind, data, to_json(start_after) #>> '{}' as at from pgboss.job
      where state < 'completed' order by created_on, id`,
  )
  return rows.map(({ kind, data, at }) => ({ kind, data, startAfter: new Date(at) }))
}
