import { type AnyColumn, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * Many rows for `insert(table).select(…)`, as one parameter: as `values(…)` they would be a parameter a cell, thousands
 * that take longer to build and to read than the rows take to be written. What a row does not say is the column's default.
 */
export function rowsInOne<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, { generated }]) => generated === undefined,
  )
  const shape = columns.map(([key, column]) => sql`${sql.identifier(key)} ${sql.raw(column.getSQLType())}`)
  const cells = columns.map(([key, column]) => orDefault(sql`given.${sql.identifier(key)}`, column))
  return sql`select ${sql.join(cells, sql`, `)}
    from json_to_recordset(${asJson(rows)}::json) as given(${sql.join(shape, sql`, `)})`
}

function orDefault(cell: SQL, column: AnyColumn): SQL {
  if (column.default === undefined) return cell
  const value = is(column.default, SQL) ? column.default : sql.param(column.default, column)
  return sql`coalesce(${cell}, ${value})`
}

/** A backslash that stands for itself, or half of a pair of code units, which JSON may hold and PostgreSQL refuses. */
const BACKSLASH_OR_HALF = /\\(?:\\|ud[89a-f]..)/g

/** The rows with U+FFFD in the place of halves, as in every other parameter. */
function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows).replace(BACKSLASH_OR_HALF, (found) => (found === '\\\\' ? found : '\\ufffd'))
}
