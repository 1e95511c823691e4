import { and, SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { both } from './both.ts'
import { countAll, type Db } from './db.ts'
import type { Walk } from './sort.ts'

interface Asked {
  /** Whether the condition is a search, or costs as much; or the search itself, of ids and what they are ordered by (`id`, `by`). */
  search: boolean | SQL
  walk: Walk
  /** Rows a page. */
  limit: number
  /** How many there are, where that is kept along; else they are counted, and those of a search always. */
  kept?: (() => PromiseLike<readonly { count: number }[]>) | undefined
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
  { search, walk, limit, kept }: Asked,
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
  const countAfter = async (rows: readonly { total: number | null }[]): Promise<number> => {
    const said = rows[0]?.total
    if (typeof said === 'number') return said
    if (walk.beyond === undefined) return 0
    const [counted] = await tx.with(found).select({ count: countAll }).from(found)
    return counted?.count ?? 0
  }
  return {
    first: isSearch ? [found] : [],
    here: isSearch ? page : and(condition, walk.beyond),
    total: isSearch ? sql<number | null>`(select count(*)::int from found)` : sql<number | null>`null::int`,
    /**
     * What `view` makes of the page's rows, and how many there are in all: what a row of the page says, else counted beside
     * it, so that a large table's count is not waited for after the page.
     */
    read: async <Row extends { total: number | null }, Page>(
      page: PromiseLike<Row[]>,
      view: (rows: Row[]) => Promise<Page>,
    ): Promise<Page & { count: number }> => {
      if (!isSearch)
        return withCount(
          tx,
          kept ?? (() => tx.select({ count: countAll }).from(table).where(condition)),
          () => page.then(view),
        )
      const rows = await page
      const [seen, count] = await both(
        tx,
        () => view(rows),
        () => countAfter(rows),
      )
      return { ...seen, count }
    },
  }
}

/** A page and how many rows there are in all, read side by side. */
export async function withCount<Page>(
  db: Db,
  counting: () => PromiseLike<readonly { count: number }[]>,
  page: () => PromiseLike<Page>,
): Promise<Page & { count: number }> {
  const [seen, [counted]] = await both(db, page, counting)
  return { ...seen, count: counted?.count ?? 0 }
}
