import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** A connection or an open transaction; the same type for PostgreSQL and PGlite. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * Runs a statement written by hand and gives its rows. Both drivers answer `{ rows }`; the caller names their
 * shape, as the database cannot.
 */
export async function rowsOf<Row extends Record<string, unknown>>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}

/** `count(*)` as a number: PGlite and pg differ on bigint. */
export const countAll = sql<number>`count(*)::int`
