import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'

/**
 * The tallies as they are read: what they come to. How many rows say it is the database's own affair: now and then it makes
 * one of many (`server/db/tallies.ts`).
 */
const SUMMED = sql`(select counted, kind, sum(change) as change from tallies group by 1, 2 having sum(change) <> 0)`

/** A checksum of each table's rows, but of those named. */
export async function contentsOf(db: Db, but: readonly string[]): Promise<Map<string, string>> {
  return ofEach(
    db,
    but,
    (name) => sql`select ${name}::text as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as said
      from ${name === 'tallies' ? SUMMED : sql.identifier(name)} t`,
  )
}

/** How many rows each table has, and the queue of jobs, but those named; of the tallies what they come to together. */
export async function countsOf(db: Db, but: readonly string[]): Promise<Map<string, number>> {
  const counted = await ofEach(
    db,
    but,
    (name) => {
      const many = name === 'tallies' ? sql`coalesce(sum(change), 0)` : sql`count(*)`
      return sql`select ${name}::text as name, ${many}::text as said from ${sql.identifier(name)}`
    },
    sql`select 'jobs' as name, count(*)::text as said from pgboss.job`,
  )
  return new Map([...counted].map(([name, said]) => [name, Number(said)]))
}

/** The tables that are not the same. */
export const differing = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([name, said]) => before.get(name) !== said).map(([name]) => name)

async function ofEach(
  db: Db,
  but: readonly string[],
  query: (table: string) => SQL,
  ...more: SQL[]
): Promise<Map<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const queries = tables.filter(({ name }) => !but.includes(name)).map(({ name }) => query(name))
  const rows = await rowsOf<{ name: string; said: string }>(
    db,
    sql.join([...queries, ...more], sql` union all `),
  )
  return new Map(rows.map(({ name, said }) => [name, said]))
}
