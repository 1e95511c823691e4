import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A LIKE pattern for texts that contain what was typed; its own wildcards are taken literally. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`
}

/** The condition that a column in small letters (`searchable`) holds what was typed, in whatever letters. */
export function holds(column: SQLWrapper, typed: string): SQL {
  return sql`${column} like lower(${containing(typed)})`
}
