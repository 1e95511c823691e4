import { useSyncExternalStore } from 'react'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { config } from '#shared/settings/contract.ts'
import { openly } from './plainly.ts'
import { readOnce } from './read-once.ts'

export type Config = AnswerOf<typeof config>

const configCall = openly<typeof config>('GET', '/api/config')
const listeners = new Set<() => void>()
/** As long as lists are good for (query-client.ts). */
const GOOD_MS = 15_000

let known: Config | undefined
let asked = false
let askedAt = 0

/** Asks for the configuration anew, after somebody changed it. A fault is silent: screens do without. */
export async function refreshConfig(): Promise<void> {
  asked = true
  askedAt = Date.now()
  const answer = await readOnce(configCall).catch(() => undefined)
  if (answer === undefined) {
    asked = false
    return
  }
  known = answer
  for (const listener of listeners) listener()
}

/** Who comes back to the page reads it as it is now: limits, dates and the fee may have been changed meanwhile. */
function onReturn(): void {
  if (document.visibilityState === 'visible' && Date.now() - askedAt > GOOD_MS) void refreshConfig()
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onReturn)
  listeners.add(listener)
  if (!asked) void refreshConfig()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onReturn)
  }
}

/**
 * The public configuration: the conference's name, links, limits and deadlines; undefined until it came. Asked for
 * once, and again by who comes back to the page. A store of its own, because the first page needs it and should not
 * carry the cache of answers.
 */
export function useConfig(): Config | undefined {
  return useSyncExternalStore(listen, () => known)
}
