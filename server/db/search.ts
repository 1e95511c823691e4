import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A LIKE pattern for texts that contain what was typed; its own wildcards are taken literally. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`
}

/**
 * The condition that a column without case and accents (`searchable`, `folded`) holds what was typed, in whatever
 * letters. What only looks like a wildcard becomes one by folding: that is done away with first.
 */
export function holds(column: SQLWrapper, typed: string): SQL {
  return sql`${column} like folded(${containing(typed.normalize('NFKC'))})`
}

/** The pattern of a submission's or paper's id as people type it: `P26 0007`, `p260007k`; other texts as they are. */
export function containingId(typed: string): string {
  const [, letter = '', year = '', serial = '', check] =
    /^([AP])[\s\-_./]*(\d\d)[\s\-_./]*(\d{4,})(?:[\s\-_./]*([0-9A-Z]))?$/i.exec(typed.trim()) ?? []
  return containing(letter === '' ? typed : [letter + year, serial, ...(check ? [check] : [])].join('-'))
}
