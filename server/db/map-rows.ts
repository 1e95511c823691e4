import { Column, getTableName, is, type SelectedFieldsOrdered, SQL, Subquery, sql } from 'drizzle-orm'
import type { PgColumn, PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

type Row = Record<string, unknown>
type Decoded = (value: unknown) => unknown
/** Tables of a selection, and whether every row has one of theirs; `undefined` where nothing can be joined. */
type Certain = Record<string, boolean> | undefined

/** Columns that stand side by side in the row itself, or in an object of it. */
interface Part {
  name: string | undefined
  keys: string[]
  decoders: (Decoded | undefined)[]
  from: number
}

/** An object of one table's columns: it is null where the join found nothing. */
interface Joined {
  name: string
  table: string
  /** The first of its columns: null, and so is the object. */
  key: string
}

/**
 * Has a database's selections mapped by {@link rowMapper}. The library's own asks of each value anew what kind of column it is
 * of: of the organisers' page that took a fifth of the portal's processor.
 */
export function mapSelections<Opened extends Db>(db: Opened): Opened {
  const { session } = db._
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = <Config extends PreparedQueryConfig>(
    ...[query, fields, name, inArrays, ownMapper, ...rest]: Parameters<typeof prepare<Config>>
  ): PgPreparedQuery<Config> => {
    if (fields === undefined || ownMapper !== undefined)
      return prepare<Config>(query, fields, name, inArrays, ownMapper, ...rest)
    let map: ((rows: unknown[][]) => Row[]) | undefined
    const mapper = (rows: unknown[][]) => {
      // Told once the statement is there; the library's types leave it out.
      map ??= rowMapper(
        fields,
        (statement as unknown as { joinsNotNullableMap: Certain }).joinsNotNullableMap,
      )
      // Its type of a mapper names what the whole statement answers.
      return map(rows) as unknown as Config['execute']
    }
    const statement: PgPreparedQuery<Config> = prepare<Config>(query, fields, name, inArrays, mapper, ...rest)
    return statement
  }
  return db
}

/** Rows as the database's driver gives them, values in the order of the fields, to the objects that were selected. */
function rowMapper(fields: SelectedFieldsOrdered<PgColumn>, certain: Certain): (rows: unknown[][]) => Row[] {
  const parts = partsOf(fields)
  const joined = joinedOf(fields, certain)
  return (rows) =>
    rows.map((values) => {
      const row: Row = {}
      for (const part of parts) {
        if (part.name === undefined) fill(row, part, values)
        else row[part.name] = fill({}, part, values)
      }
      for (const { name, key } of joined) {
        // An object of columns, as `joinedOf` says.
        if ((row[name] as Row)[key] === null) row[name] = null
      }
      return row
    })
}

function fill(into: Row, { keys, decoders, from }: Part, values: readonly unknown[]): Row {
  for (const [at, key] of keys.entries()) {
    const value = values[from + at]
    const decode = decoders[at]
    into[key] = value === null || decode === undefined ? value : decode(value)
  }
  return into
}

/**
 * A field's path is its name, or an object's and its name in it. The library knows longer ones, of subqueries that select objects;
 * nothing here asks for them, and whatever does is refused.
 */
function partsOf(fields: SelectedFieldsOrdered<PgColumn>): Part[] {
  const parts: Part[] = []
  for (const [from, { path, field }] of fields.entries()) {
    const [first = '', second, further] = path
    if (further !== undefined) throw new Error(`a selection goes too deep: ${path.join('.')}`)
    const name = second === undefined ? undefined : first
    const last = parts.at(-1)
    const part = last !== undefined && last.name === name ? last : { name, keys: [], decoders: [], from }
    if (part !== last) parts.push(part)
    part.keys.push(second ?? first)
    part.decoders.push(decoderOf(field))
  }
  return parts
}

type Field = SelectedFieldsOrdered<PgColumn>[number]['field']

/** Whatever turns a driver's value into what was selected. */
interface Decoder {
  mapFromDriverValue: Decoded
}

/** What the library's columns have, and its statements, where nothing was asked for: the driver's value as it is. */
const asItIs = [Column.prototype, decoderIn(sql``)].map((plain: Decoder) => plain.mapFromDriverValue)

/** None where the driver's value is what is wanted. */
function decoderOf(field: Field): Decoded | undefined {
  const decoder: Decoder = is(field, Column) ? field : decoderIn(statementOf(field))
  return asItIs.includes(decoder.mapFromDriverValue)
    ? undefined
    : (value) => decoder.mapFromDriverValue(value)
}

function statementOf(field: Exclude<Field, PgColumn>): SQL {
  if (is(field, SQL)) return field
  // The library's types leave out what a subquery stands for.
  return is(field, Subquery) ? (field._.sql as SQL) : field.sql
}

/** What `mapWith` was given; the library's types leave it out. */
function decoderIn(statement: SQL): Decoder {
  return (statement as unknown as { decoder: Decoder }).decoder
}

/** The objects that are one table's columns, where a join may have found no row of it. */
function joinedOf(fields: SelectedFieldsOrdered<PgColumn>, certain: Certain): Joined[] {
  if (certain === undefined) return []
  const joined = new Map<string, Joined | undefined>()
  for (const { path, field } of fields) {
    const [name = '', key] = path
    if (key === undefined || !is(field, Column)) continue
    const table = getTableName(field.table)
    if (!joined.has(name)) joined.set(name, { name, table, key })
    else if (joined.get(name)?.table !== table) joined.set(name, undefined)
  }
  return [...joined.values()].flatMap((one) => (one === undefined || certain[one.table] ? [] : [one]))
}
