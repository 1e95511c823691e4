import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { jobKinds } from '#server/app.ts'
import { restore } from '#server/backup/restore.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import { openDatabase } from '#server/db/open.ts'
import { contentsOf } from '../requests/contents.ts'

/** Backups of the small demo by each version that was released, and one from before. */
const releases = fileURLToPath(new URL('../../tests/fixtures/releases', import.meta.url))

/** The versions whose databases there are. */
export async function oldVersions(): Promise<string[]> {
  return (await readdir(releases)).filter((name) => name !== 'files').sort()
}

/** Where a portal has its database. */
export interface Where {
  dataDir: string
  databaseUrl: string | undefined
}

/** Fills an empty place with what a version had, and leaves it at that version's schema; gives its last migration. */
export async function fillAs(version: string, where: Where): Promise<string> {
  // Once filled it would be opened with all migrations.
  const open = (migrations?: string) => openDatabase(where, migrations ?? null)
  const place = { ...where, open, storage: undefined, jwtSecret: undefined }
  const { manifest } = await restore(join(releases, version), place, jobKinds, () => undefined)
  return manifest.migration
}

/** A checksum of every table's rows, the schema in the database's own words, and the migrations that it says it had. */
export async function stateOf(where: Where): Promise<Map<string, string>> {
  const database = await openDatabase(where, null)
  try {
    const state = await contentsOf(database.db, [])
    state.set('the schema', await schemaOf(database.db))
    state.set('the migrations', await migrationsOf(database.db))
    state.set('the sequences', await sequencesOf(database.db))
    return state
  } finally {
    await database.close()
  }
}

/**
 * Every column, index, constraint, trigger, function, type, sequence and view of the portal's, one a line. Not how far a
 * sequence is: {@link sequencesOf}.
 */
async function schemaOf(db: Db): Promise<string> {
  const ours = `'public'::regnamespace`
  const rows = await rowsOf<{ line: string }>(
    db,
    sql.raw(`
      select concat_ws(' ', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
          a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
        from pg_class c join pg_attribute a on a.attrelid = c.oid
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relnamespace = ${ours} and c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped
      union all select pg_get_indexdef(c.oid) from pg_class c where c.relnamespace = ${ours} and c.relkind = 'i'
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = ${ours}
      union all select concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = ${ours} and not t.tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc
        where pronamespace = ${ours} and prokind in ('f', 'p') and not exists (
          select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all select concat_ws(' ', enumtypid::regtype, enumsortorder, enumlabel) from pg_enum
      union all select concat_ws(' ', sequencename, data_type, start_value, increment_by)
        from pg_sequences where schemaname = 'public'
      union all select concat_ws(' ', viewname, definition) from pg_views where schemaname = 'public'
      union all select extname::text from pg_extension
      order by 1`),
  )
  return rows.map(({ line }) => line).join('\n')
}

async function migrationsOf(db: Db): Promise<string> {
  const rows = await rowsOf<{ line: string }>(
    db,
    sql`select hash || ' ' || created_at as line from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map(({ line }) => line).join('\n')
}

/** Of each column that counts its rows whether its sequence is past all of them. How far is nobody's: a server that was killed goes on up to 32 further. */
async function sequencesOf(db: Db): Promise<string> {
  const counting = await rowsOf<{ table: string; column: string }>(
    db,
    sql`select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' order by 1, 2`,
  )
  const lines: string[] = []
  for (const { table, column } of counting) {
    const sequence = sql`pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column}))`
    const [row] = await rowsOf<{ past: boolean }>(
      db,
      sql`select coalesce(max(${sql.identifier(column)}), 0) <= coalesce(${sequence}, 0) as past from ${sql.identifier(table)}`,
    )
    lines.push(`${table}.${column} ${row?.past === true}`)
  }
  return lines.join('\n')
}
