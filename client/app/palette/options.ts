import { useEffect, useState } from 'react'
import { navigate } from '#client/navigation/navigate.ts'
import { useCommandsNow } from '#client/parts/commands/commands.ts'
import { words as common } from '#client/parts/commands/words.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import { useFound } from './found.ts'
import { matches } from './matches.ts'
import { placesOf } from './places.ts'
import { words } from './words.ts'

/** Something that can be chosen in the palette. */
export interface Option {
  id: string
  label: string
  about?: string | undefined
  keys?: string | undefined
  run: () => void
}

/**
 * What a person is offered for what they typed: what the open page can do, the places that are theirs, and things found
 * by name or id. Nothing is decided here: commands stand where their buttons do, places are asked of the table that
 * opens them, and the server finds only what the person may see.
 */
export function useOptions(me: CurrentUser, typed: string) {
  const q = useRested(typed.trim())
  const commands = useCommandsNow().filter(({ keyOnly }) => keyOnly !== true)
  const found = useFound(me, q)
  const offered = commands.map(({ label, group, keys, run }) => ({
    group,
    id: `${group} ${label}`,
    label,
    keys,
    run,
  }))
  const places = placesOf(me).map(({ label, target }) => ({
    group: common.goTo,
    id: `${common.goTo} ${label}`,
    label,
    run: () => navigate(target),
  }))
  const isAhead = q !== typed.trim()
  const things = found.groups.flatMap(({ group, found: items, isEarlier }) =>
    items
      // What an earlier text found goes on being offered only where it fits: Enter is for what is typed now.
      .filter(({ label, about = '' }) => !(isEarlier || isAhead) || matches(`${label} ${about}`, typed))
      .map(({ id, label, about, target }) => ({
        group,
        id: `${group} ${id}`,
        label,
        about,
        run: () => navigate(target),
      })),
  )
  const known = [...offered, ...places].filter(({ label }) => matches(label, typed))
  const byGroup = new Map<string, Option[]>()
  for (const { group, ...option } of [...known, ...things]) {
    byGroup.set(group, [...(byGroup.get(group) ?? []), option])
  }
  return {
    groups: [...byGroup].map(([group, options]) => ({ group, options })).sort(byRank),
    isLooking: found.isLooking || isAhead,
    hasFailed: found.hasFailed,
  }
}

const ranks: readonly string[] = [
  common.page,
  ...Object.values(words.groups),
  common.goTo,
  common.list,
  common.everywhere,
]

/** First what the page is about, then what was found, then places and the rest. */
function byRank(one: { group: string }, other: { group: string }): number {
  return ranks.indexOf(one.group) - ranks.indexOf(other.group)
}

/** How long somebody pauses in typing before the server is asked, in milliseconds. */
const REST_MS = 120

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
