import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, timestamp } from 'drizzle-orm/pg-core'

/** A moment, to the millisecond as JavaScript knows it. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** CHECK that a text column holds one of the listed words; the list comes from `shared`. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${listed(words)})`)
}

/** CHECK that a text column holds an ORCID iD as it is written, or nothing; its last character is checked by `shared`. */
export function isOrcid(name: string, column: AnyPgColumn) {
  return check(name, sql`${column} ~ '^(([0-9]{4}-){3}[0-9]{3}[0-9X])?$'`)
}

/** What a column is ordered by from A to Z: without case, and short enough for any index row and cursor. */
export const alphabet = (column: AnyPgColumn): SQL => sql`left(lower(${column}), 200)`

/** Where a word stands among the listed ones, from 1: orders a column as people think of it. */
export function rankAmong(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`array_position(array[${listed(words)}]::text[], ${column})`
}

/** The words as SQL literals; they are ours, never a person's. */
export function listed(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
}

/**
 * What a row is searched by: some of its columns as one text without case and accents, a line each, so that one index answers
 * at once and a row is compared once. In SQL's words, as the table does not exist yet while it is described.
 */
export function searchable(...columns: readonly string[]): SQL {
  return sql.raw(`folded(${columns.join(' || chr(10) || ')})`)
}
