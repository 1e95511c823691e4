import type { Database } from './open.ts'

/**
 * The tables that PostgreSQL's autovacuum would see to, by its own measure and defaults (its manual, Routine Vacuuming): so many rows are
 * dead, changed since the planner's figures were made, or new and never looked at.
 */
const DUE = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
  order by 1`

/**
 * What autovacuum does where a server runs; the embedded database has none, and its folder would only grow. Frees what dead rows
 * took and tells the planner how large the tables are, one table a statement, so that others have their turn between two.
 * Gives the names of the tables it saw to. One that fails, or takes longer than a statement may, is not tried again by this
 * process; what failed is thrown in the end.
 */
export function tidying({ executeSql }: Pick<Database, 'executeSql'>): () => Promise<string[]> {
  const failed = new Set<string>()
  return async () => {
    const tidied: string[] = []
    const failures: unknown[] = []
    for (const name of await due(executeSql)) {
      if (failed.has(name)) continue
      try {
        await executeSql(`vacuum (analyze) ${name}`)
        tidied.push(name)
      } catch (error) {
        failed.add(name)
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not every table could be tidied.')
    return tidied
  }
}

async function due(executeSql: Database['executeSql']): Promise<string[]> {
  const { rows } = await executeSql(DUE)
  // The one column that is selected.
  return rows.map((row) => (row as { name: string }).name)
}
