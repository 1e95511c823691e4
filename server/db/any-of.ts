import { type AnyColumn, Column, is, type SQL, sql } from 'drizzle-orm'

/** `column = any(values)`: one parameter for any number of values, where a list of thousands would take as many. */
export function anyOf(column: AnyColumn | SQL, values: readonly string[]): SQL {
  const type = is(column, Column) ? column.getSQLType() : 'text'
  return sql`${column} = any(${sql.param([...values])}::${sql.raw(type)}[])`
}
