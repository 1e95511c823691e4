import type { ManyRow } from '#shared/core/many.ts'

/** An entry that a deed is done to: its id, how the list called it, and whatever else the call wants to know of it. */
export interface Chosen {
  id: string
  name: string
}

/**
 * A deed that was begun: what is asked, and the rows answered so far, in the order of the items. It lies in local
 * storage until its result was seen, so that a closed tab or a lost connection loses nothing.
 */
export interface Begun<Item extends Chosen, Given> {
  /** Whose deed it is; nobody else at this device sees it. */
  by: string
  /** Tells it from another of its kind, begun in another tab. */
  id: string
  items: readonly Item[]
  given: Given
  rows: readonly ManyRow[]
  /** The key of the call under way: sent again, it answers what was done and does nothing twice. */
  key: string
}

const placeOf = (kind: string) => `begun:${kind}`

/** The deed of this kind that a person has begun; undefined when there is none. */
export function readBegun<Item extends Chosen, Given>(
  kind: string,
  by: string | undefined,
): Begun<Item, Given> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(kind)) ?? 'null')
    // Written by keepBegun alone, of the same kind.
    return isBegun(kept) && kept.by === by
      ? { ...(kept as Begun<Item, Given>), id: kept.id ?? kept.key }
      : undefined
  } catch {
    return undefined
  }
}

/** Keeps it; a full or forbidden storage costs only the way back after closing the tab. Says whether it was kept. */
export function keepBegun<Item extends Chosen, Given>(kind: string, begun: Begun<Item, Given>): boolean {
  try {
    localStorage.setItem(placeOf(kind), JSON.stringify(begun))
    return true
  } catch {
    // The deed goes on without it.
    return false
  }
}

/** Forgets it, its result was seen; another that was begun since stays. */
export function forgetBegun(kind: string, { by, id }: Begun<Chosen, unknown>): void {
  if (readBegun(kind, by)?.id === id) localStorage.removeItem(placeOf(kind))
}

/** What an earlier version kept has no id. */
type Kept = Omit<Begun<Chosen, unknown>, 'id'> & { id?: string }

function isBegun(kept: unknown): kept is Kept {
  if (typeof kept !== 'object' || kept === null) return false
  const { items, rows, by, key }: Partial<Kept> = kept
  return Array.isArray(items) && Array.isArray(rows) && typeof by === 'string' && typeof key === 'string'
}
