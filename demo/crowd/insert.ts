import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Db, rowsOf } from '#server/db/db.ts'

/** Tables whose activity is written together at the end, in place of a trigger a row. */
const watched = [
  'users',
  'invitations',
  'submissions',
  'co_authors',
  'versions',
  'assignments',
  'conflicts',
  'reviews',
  'payments',
  'receipts',
]

/** Turns the triggers off, or on again, that note what is done to the rows of some tables. */
export async function watch(tx: Db, tables: readonly string[], what: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) {
    const triggers = await rowsOf<{ name: string }>(
      tx,
      sql`select tgname as name from pg_trigger
        where tgrelid = ${table}::regclass and tgname like ${`${table}\\_activity%`}`,
    )
    for (const { name } of triggers) await tx.execute(sql.raw(`alter table ${table} ${what} trigger ${name}`))
  }
}

/** Runs without the triggers of activity, in whose stead `activityOf` writes what they would have. */
export async function unwatched(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  await watch(db, watched, 'disable')
  try {
    await db.transaction(async (tx) => {
      await work(tx)
    })
  } finally {
    await watch(db, watched, 'enable')
  }
}

/** Inserts any number of rows. */
export async function insertAll<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    await tx.insert(table).values([...rows.slice(from, from + 500)])
  }
}

/** The activity of all that, in the order of time. */
export async function writeActivity(tx: Db, since: readonly string[]): Promise<void> {
  const made = sql`any(${sql.param(since)}::text[])`
  await tx.execute(sql`insert into activity (at, actor_id, kind, action, entity_id, submission_id, person_id, before, after)
    select at, actor_id, kind, action, entity, submission_id, person_id, before, after from (
      select at, actor_id, 'submission' as kind, case when from_stage is null then 'created' else 'changed' end as action,
        submission_id as entity, submission_id, null::uuid as person_id, jsonb_build_object('stage', from_stage) as before,
        jsonb_build_object('stage', to_stage) as after from submission_events
        where submission_id = ${made} and from_stage is distinct from to_stage
      union all
      select assigned_at, assigned_by, 'assignment', 'created', id::text, submission_id, reviewer_id, '{}',
        jsonb_build_object('due_at', due_at) from assignments where submission_id = ${made}
      union all
      select submitted_at, reviewer_id, 'review', 'created', id::text, submission_id, reviewer_id, '{}',
        jsonb_build_object('verdict', verdict, 'round', round, 'score', score) from reviews where submission_id = ${made}
      union all
      select p.reported_at, s.author_id, 'payment', 'created', p.id::text, s.id, null, '{}',
        jsonb_build_object('reported_at', p.reported_at)
        from payments p join submissions s on s.id = p.submission_id where s.id = ${made} and p.reported_at is not null
    ) rows order by at`)
}
