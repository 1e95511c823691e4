import { useRef, useState } from 'react'
import type { ListQuery } from '../list-query.ts'

/** At most so many at a time: what is done to them is shown row by row first. */
export const SELECT_MAX = 500

interface Kind<Item> {
  id: (item: Item) => string
  /** How an entry is called: by its tick, and wherever the chosen ones are named. */
  name: (item: Item) => string
  /** The search it belongs to; another one begins with nothing selected. */
  within?: unknown
}

/** Which entries of a list are selected, and what can be done about it. */
export interface Selection<Item> {
  /** The selected entries in the list's order. */
  chosen: readonly Item[]
  id: (item: Item) => string
  name: (item: Item) => string
  has: (id: string) => boolean
  /** Selects or lets go; with `range` all from the one last touched to this one. */
  toggle: (id: string, range: boolean) => void
  /** How many entries are on the page, and how many match the search. */
  shown: number
  matching: number
  chooseShown: () => void
  /** Reads the rest of the list, up to {@link SELECT_MAX}, and selects it all. */
  chooseMatching: () => void
  /** It is still reading. */
  isGathering: boolean
  clear: () => void
  /** Lets some of them go. */
  letGo: (ids: readonly string[]) => void
}

/** A selection in a list; entries that left the list are no longer selected. */
export function useSelection<Item>(
  query: ListQuery<Item>,
  { id, name, within }: Kind<Item>,
): Selection<Item> {
  const search = JSON.stringify(within ?? null)
  const [state, setState] = useState({ search, ids: new Set<string>() as ReadonlySet<string> })
  const [isGathering, setGathering] = useState(false)
  const anchor = useRef<string>(undefined)
  const items = query.data?.items ?? []
  const ids = state.search === search ? state.ids : new Set<string>()
  const choose = (next: Iterable<string>) => setState({ search, ids: new Set(next) })

  const toggle = (one: string, range: boolean) => {
    const all = items.map(id)
    const from = range && anchor.current !== undefined ? all.indexOf(anchor.current) : -1
    const to = all.indexOf(one)
    const touched = from === -1 ? [one] : all.slice(Math.min(from, to), Math.max(from, to) + 1)
    anchor.current = one
    const next = new Set(ids)
    for (const each of touched) {
      if (ids.has(one)) next.delete(each)
      else next.add(each)
    }
    choose(next)
  }
  const chooseMatching = async () => {
    setGathering(true)
    try {
      choose((await readOn(query)).slice(0, SELECT_MAX).map(id))
    } finally {
      setGathering(false)
    }
  }
  return {
    chosen: items.filter((item) => ids.has(id(item))),
    id,
    name,
    has: (one) => ids.has(one),
    toggle,
    shown: items.length,
    matching: query.data?.count ?? items.length,
    chooseShown: () => choose(items.slice(0, SELECT_MAX).map(id)),
    chooseMatching: () => void chooseMatching(),
    isGathering,
    clear: () => choose([]),
    letGo: (gone) => choose([...ids].filter((one) => !gone.includes(one))),
  }
}

/** The list's entries, read on page by page until there are enough; what cannot be read stays out. */
async function readOn<Item>(query: ListQuery<Item>): Promise<readonly Item[]> {
  let items = query.data?.items ?? []
  let goesOn = query.hasNextPage === true
  while (goesOn && items.length < SELECT_MAX) {
    const answer = await query.fetchNextPage?.()
    items = answer?.data?.items ?? items
    goesOn = answer?.isError === false && answer.hasNextPage === true
  }
  return items
}
