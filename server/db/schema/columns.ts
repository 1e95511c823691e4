import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, timestamp } from 'drizzle-orm/pg-core'

/** A moment, to the millisecond as JavaScript knows it. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** CHECK that a text column holds one of the listed words; the list comes from `shared`. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${listed(words)})`)
}

/** The words as SQL literals; they are ours, never a person's. */
export function listed(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
}
