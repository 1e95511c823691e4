import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Pick, PickContext } from './selection/pick.ts'
import type { Selection } from './selection/use-selection.ts'

/**
 * Draws a list's items so that what is there already is not drawn again when a page is added or one of them is ticked:
 * an item that is the same has the same element, and a tick that is the same the same pick. With thousands of entries
 * every key would take longer than people notice otherwise. For lists that draw an item from the item alone.
 */
export function useStill<Item extends object>(
  render: (item: Item) => ReactNode,
  selection: Selection<Item> | undefined,
): (item: Item) => ReactNode {
  const [drawn] = useState(() => new WeakMap<Item, ReactNode>())
  const [picks] = useState(() => new Map<string, Pick>())
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  const toggle = useCallback((id: string, range: boolean) => latest.current?.toggle(id, range), [])

  const elementOf = (item: Item) => {
    if (!drawn.has(item)) drawn.set(item, render(item))
    return drawn.get(item)
  }
  const pickOf = (id: string, name: string, chosen: boolean) => {
    const before = picks.get(id)
    if (before?.name === name && before.chosen === chosen) return before
    const pick = { id, name, chosen, toggle: (range: boolean) => toggle(id, range) }
    picks.set(id, pick)
    return pick
  }
  return (item) => {
    if (selection === undefined) return elementOf(item)
    const id = selection.id(item)
    return (
      <PickContext key={id} value={pickOf(id, selection.name(item), selection.has(id))}>
        {elementOf(item)}
      </PickContext>
    )
  }
}
