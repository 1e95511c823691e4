import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'

/** A checksum of each table's rows, but of those named. */
export async function contentsOf(db: Db, but: readonly string[]): Promise<Map<string, string>> {
  return ofEach(
    db,
    but,
    (name) => sql`select ${name}::text as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as said from ${sql.identifier(name)} t`,
  )
}

/** How many rows each table has, and the queue of jobs, but those named. */
export async function countsOf(db: Db, but: readonly string[]): Promise<Map<string, number>> {
  const counted = await ofEach(
    db,
    but,
    (name) => sql`select ${name}::text as name, count(*)::text as said from ${sql.identifier(name)}`,
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
