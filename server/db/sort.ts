import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#server/core/app-error.ts'
import type { Sort } from '#shared/core/page.ts'

/** A way of ordering a list: by an expression that is never null, ties by the id. An index has just the two. */
interface Order {
  by: SQLWrapper
  /** The expression's type, so that a cursor's text is compared as what it is. */
  type: 'integer' | 'text' | 'timestamptz'
  id: AnyPgColumn
  /** Its natural way round: the newest first, but A before Z. */
  down: boolean
}

/** The latest moment first. */
export const latest = (by: SQLWrapper, id: AnyPgColumn): Order => ({
  by,
  type: 'timestamptz',
  id,
  down: true,
})
/** The earliest moment first. */
export const earliest = (by: SQLWrapper, id: AnyPgColumn): Order => ({
  by,
  type: 'timestamptz',
  id,
  down: false,
})
/** The smallest number first. */
export const ascending = (by: SQLWrapper, id: AnyPgColumn): Order => ({
  by,
  type: 'integer',
  id,
  down: false,
})
/** The largest number first. */
export const most = (by: SQLWrapper, id: AnyPgColumn): Order => ({ by, type: 'integer', id, down: true })
/** From A to Z. */
export const alphabetical = (by: SQLWrapper, id: AnyPgColumn): Order => ({
  by,
  type: 'text',
  id,
  down: false,
})

/** The ways in which a list can be ordered. */
export type Orders<Key extends string> = Readonly<Record<Key, Order>>

/** One page's way through rows: the condition of a next page, none for the first one, and the order. */
interface Way {
  beyond: SQL | undefined
  orderBy: SQL[]
}

/** What a sorted page's query consists of, beside its own conditions. */
export interface Walk extends Way {
  /** What the list is ordered by. */
  by: SQLWrapper
  /** To be selected as `place`: where in the list the row stands. */
  place: SQL<string>
  /** The same way through other rows that hold what is ordered by, and the id. */
  along(by: SQLWrapper, id: SQLWrapper): Way
  /** One page of rows, where `limit + 1` were asked for, and the cursor of the next if there is one. */
  pageOf<Row extends { place: string }>(
    rows: readonly Row[],
    limit: number,
  ): { items: Row[]; nextCursor?: string }
}

/**
 * Walks a list in one of its orders, turned round by a leading minus, from where the cursor stands; in the first of
 * them where none is asked for. Throws AppError
 * `invalid` for a cursor that was not given out for this order; the database refuses one whose values are not of
 * their type.
 */
export function walkBy<Key extends string>(
  orders: Orders<Key>,
  asked: Sort<Key> | undefined,
  cursor: string | undefined,
): Walk {
  const sort = asked ?? Object.keys(orders)[0] ?? ''
  const turned = sort.startsWith('-')
  // A key, or one behind a minus.
  const { by, type, id, down } = orders[(turned ? sort.slice(1) : sort) as Key]
  const descending = down !== turned
  const way = descending ? desc : asc
  const unique = by === id
  const from = cursor === undefined ? undefined : placeIn(cursor, sort)
  return {
    ...along(by, id),
    by,
    along,
    place: sql<string>`${id}::text || ' ' || (${by})::text`,
    pageOf: (rows, limit) => {
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        items: rows.slice(0, limit),
        ...(last === undefined ? {} : { nextCursor: encode(`${sort} ${last.place}`) }),
      }
    },
  }

  function along(byThis: SQLWrapper, thisId: SQLWrapper): Way {
    return {
      beyond: from === undefined ? undefined : beyond(from, byThis, thisId),
      orderBy: unique ? [way(thisId)] : [way(byThis), way(thisId)],
    }
  }

  function beyond(place: { id: string; value: string }, byThis: SQLWrapper, thisId: SQLWrapper): SQL {
    const than = sql.raw(descending ? '<' : '>')
    const value = sql`${place.value}::${sql.raw(type)}`
    if (unique) return sql`${thisId} ${than} ${value}`
    return sql`(${byThis}, ${thisId}) ${than} (${value}, ${place.id}::${sql.raw(id.getSQLType())})`
  }
}

function encode(place: string): string {
  return Buffer.from(place).toString('base64url')
}

/** A cursor says its order, the last row's id, and the value that row was ordered by. */
function placeIn(cursor: string, sort: string): { id: string; value: string } {
  const read = Buffer.from(cursor, 'base64url').toString('utf8')
  const [order, id, ...value] = read.split(' ')
  if (order !== sort || id === undefined || value.length === 0 || read.includes('\u0000')) {
    throw new AppError('invalid', 'The cursor is not one of this list.')
  }
  return { id, value: value.join(' ') }
}
