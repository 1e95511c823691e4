import { nextPortion } from './next-portion.ts'

interface Portions<Item> {
  /** Items of the first call, and the least of the others but the last. */
  least: number
  /** The most items of a call. */
  most: number
  /** How many calls may be under way at once: one is prepared while the database works on the other. */
  atOnce: number
  /** What an item is about: items about the same thing are never under way in two calls, so that they keep their order. */
  keysOf: (item: Item) => readonly string[]
}

/**
 * Sends many items in calls of so many as are done in a moment ({@link nextPortion}), in their order. After a failure no
 * other call is begun; it is thrown once those under way have ended, whose outcome stands.
 */
export async function sendPortions<Item>(
  items: readonly Item[],
  { least, most, atOnce, keysOf }: Portions<Item>,
  send: (portion: readonly Item[]) => Promise<void>,
): Promise<void> {
  const underWay = new Map<Promise<void>, Set<string>>()
  const failures: unknown[] = []
  let size = least
  for (let from = 0; from < items.length; ) {
    const portion = items.slice(from, from + size)
    const keys = new Set(portion.flatMap(keysOf))
    const mustWait = () =>
      underWay.size >= atOnce || [...underWay.values()].some((others) => haveCommon(keys, others))
    while (mustWait()) await Promise.race(underWay.keys())
    if (failures.length > 0) break
    const began = performance.now()
    const sending = send(portion)
      .then(() => {
        size = nextPortion(portion.length, performance.now() - began, { least, most })
      })
      .catch((failure: unknown) => {
        failures.push(failure)
      })
      .finally(() => underWay.delete(sending))
    underWay.set(sending, keys)
    from += portion.length
  }
  await Promise.all(underWay.keys())
  if (failures.length > 0) throw failures[0]
}

function haveCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return true
  return false
}
