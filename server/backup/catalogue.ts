import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'

/** A table as the database knows it. */
export interface StoredTable {
  name: string
  columns: { name: string; type: string }[]
}

/** A foreign key, and how it is made. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** All tables of the portal with the columns that are written, by name; asked of the database, so right for any version. */
export async function tablesOf(db: Db): Promise<StoredTable[]> {
  const rows = await rowsOf<{ table: string; column: string; type: string }>(
    db,
    sql`select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
  )
  const tables = new Map<string, StoredTable>()
  for (const { table, column, type } of rows) {
    const found = tables.get(table) ?? { name: table, columns: [] }
    found.columns.push({ name: column, type })
    tables.set(table, found)
  }
  return [...tables.values()]
}

/** The portal's sequences and the last number that each gave; null when it gave none. */
export function sequencesOf(db: Db): Promise<{ name: string; value: string | null }[]> {
  return rowsOf(
    db,
    sql`select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' order by sequencename`,
  )
}

/** All foreign keys of the portal's tables. */
export function foreignKeysOf(db: Db): Promise<(ForeignKey & Record<string, unknown>)[]> {
  return rowsOf(
    db,
    sql`select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  )
}

/** Names joined by commas, quoted as identifiers. */
export function identifiers(names: readonly string[]): SQL {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
}
