import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#server/core/app-error.ts'

/** The place in a list after which the next page begins: lists are ordered by moment and id, newest first. */
export interface Place {
  at: Date
  id: string
}

/** Place to opaque cursor. */
function encodeCursor(place: Place): string {
  return Buffer.from(`${place.at.toISOString()} ${place.id}`).toString('base64url')
}

/** Cursor to place; throws AppError `invalid` for one we did not give out. */
export function decodeCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [moment, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const at = new Date(moment ?? '')
  if (id === undefined || id.includes('\u0000') || Number.isNaN(at.getTime())) {
    throw new AppError('invalid', 'The cursor is not one of this list.')
  }
  return { at, id }
}

/** The condition of a next page: what lies beyond the place, in a list ordered newest first; none for the first page. */
export function beyond(place: Place | undefined, at: AnyPgColumn | SQL, id: AnyPgColumn): SQL | undefined {
  if (place === undefined) return undefined
  return sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${sql.param(place.id, id)})`
}

/** One page of rows, where `limit + 1` were asked for, and the cursor of the next if there is one. */
export function pageOf<Row>(rows: readonly Row[], limit: number, placeOf: (row: Row) => Place) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, ...(more ? { nextCursor: encodeCursor(placeOf(last)) } : {}) }
}
