import { and, SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countAll, type Db } from './db.ts'
import type { Walk } from './sort.ts'

interface Asked {
  /** Whether the condition is a search, or costs as much; or the search itself, of ids and what they are ordered by (`id`, `by`). */
  search: boolean | SQL
  walk: Walk
  /** Rows a page. */
  limit: number
}

/**
 * The rows of a list's table that a condition holds for, to be paged and counted. What a search finds is found once, for
 * both, each with what it is ordered by alone: only the page's rows are read whole and joined.
 * `select … with(...found.first) … total: found.total … where(found.here)`. Without a search the page is read along its
 * index and the count is a statement of its own. The order is by columns of the table itself.
 */
export function findRows(
  tx: Db,
  table: PgTable & { id: PgColumn },
  condition: SQL | undefined,
  { search, walk, limit }: Asked,
) {
  const asFound =
    search instanceof SQL
      ? search
      : sql`select ${table.id} as id, ${walk.by} as by from ${table} where ${condition ?? sql`true`}`
  const found = tx.$with('found', { id: sql<string>`id` }).as(asFound)
  const among = walk.along(sql`found.by`, sql`found.id`)
  const page = sql`${table.id} in (select id from found where ${among.beyond ?? sql`true`}
    order by ${sql.join(among.orderBy, sql`, `)} limit ${limit + 1})`
  const isSearch = search !== false
  return {
    first: isSearch ? [found] : [],
    here: isSearch ? page : and(condition, walk.beyond),
    total: isSearch ? sql<number | null>`(select count(*)::int from found)` : sql<number | null>`null::int`,
    /** How many there are: what a row of the page says, else counted. */
    count: async (rows: readonly { total: number | null }[]): Promise<number> => {
      const said = rows[0]?.total
      if (typeof said === 'number') return said
      if (isSearch && walk.beyond === undefined) return 0
      const [counted] = isSearch
        ? await tx.with(found).select({ count: countAll }).from(found)
        : await tx.select({ count: countAll }).from(table).where(condition)
      return counted?.count ?? 0
    },
  }
}
