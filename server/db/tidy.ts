import { failsWith } from '#server/core/causes-of.ts'
import type { Database } from './open.ts'

/**
 * The tables that PostgreSQL's autovacuum would see to, by its own measure and defaults (its manual, Routine Vacuuming): so many rows are
 * dead, changed since the planner's figures were made, or new. What is counted is forgotten when the database ends, an
 * orderly end too: so one that was never looked at and has some size is among them as well.
 */
const DUE = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
    or (c.reltuples < 0 and pg_relation_size(c.oid) > 65536)
  order by 1`

/** Where the planner's figures are: each analysis leaves its table's former ones behind as dead rows. */
const FIGURES = 'pg_catalog.pg_statistic'
/** The table is not there any more (SQLSTATE undefined_table). */
const GONE = ['42P01']
/** How long a table is let be that could not be tidied, in milliseconds. */
const LET_BE_MS = 24 * 60 * 60_000

interface Given {
  /** No further table is begun once it is aborted. */
  signal: AbortSignal
  /** Milliseconds since any moment. */
  now?: () => number
}

/**
 * What autovacuum does where a server runs; the embedded database has none, and its folder would only grow. Frees what dead rows
 * took and tells the planner how large the tables are, one table a statement, so that others have their turn between two.
 * Gives the names of the tables it saw to. One that fails, or takes longer than a statement may, is let be for a day, and ends
 * the round, as it may be the database that failed: throws what it said.
 */
export function tidying(
  { executeSql }: Pick<Database, 'executeSql'>,
  { signal, now = () => performance.now() }: Given,
): () => Promise<string[]> {
  const again = new Map<string, number>()
  const tidy = async (name: string): Promise<boolean> => {
    try {
      await executeSql(`vacuum (analyze) ${name}`)
      return true
    } catch (error) {
      if (failsWith(error, GONE)) return false
      again.set(name, now() + LET_BE_MS)
      throw error
    }
  }
  return async () => {
    const tidied: string[] = []
    for (const name of await due(executeSql)) {
      if (signal.aborted) return tidied
      if ((again.get(name) ?? 0) <= now() && (await tidy(name))) tidied.push(name)
    }
    if (tidied.length > 0) await executeSql(`vacuum ${FIGURES}`)
    return tidied
  }
}

async function due(executeSql: Database['executeSql']): Promise<string[]> {
  const { rows } = await executeSql(DUE)
  // The one column that is selected.
  return rows.map((row) => (row as { name: string }).name)
}
