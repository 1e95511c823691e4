import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countAll, type Db } from './db.ts'

/**
 * The rows of a list's table that a condition holds for, to be paged and counted. What a search finds is found once, for
 * both: `select … with(...found.first) … total: found.total … where(found.here)`. Without one, the page is read along its
 * index and the count is a statement of its own.
 */
export function findRows(
  tx: Db,
  table: PgTable & { id: PgColumn },
  condition: SQL | undefined,
  isSearch: boolean,
) {
  const found = tx.$with('found').as(tx.select({ id: table.id }).from(table).where(condition))
  return {
    first: isSearch ? [found] : [],
    here: isSearch ? sql`${table.id} in (select id from found)` : condition,
    total: isSearch ? sql<number | null>`(select count(*)::int from found)` : sql<number | null>`null::int`,
    /** How many there are: what a row of the page says, else counted. */
    count: async (rows: readonly { total: number | null }[]): Promise<number> => {
      const said = rows[0]?.total
      if (typeof said === 'number') return said
      const [counted] = await tx.select({ count: countAll }).from(table).where(condition)
      return counted?.count ?? 0
    },
  }
}
