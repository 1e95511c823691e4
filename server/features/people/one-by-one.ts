/** The last work of each name that is under way, of each portal of this process. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>()

/** Does works of one name one after the other, in the order in which they came, of one portal in this process. */
export async function oneByOne<T>(portal: object, name: string, work: () => Promise<T>): Promise<T> {
  const lasts = underWay.get(portal) ?? new Map<string, Promise<unknown>>()
  underWay.set(portal, lasts)
  const mine = (lasts.get(name) ?? Promise.resolve()).then(work)
  // Whoever comes next begins however this one ends.
  const ended = mine.catch(() => undefined)
  lasts.set(name, ended)
  try {
    return await mine
  } finally {
    if (lasts.get(name) === ended) lasts.delete(name)
  }
}
