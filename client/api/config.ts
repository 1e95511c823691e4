import { useSyncExternalStore } from 'react'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { config } from '#shared/settings/contract.ts'
import { plainly } from './plainly.ts'
import { readOnce } from './read-once.ts'

export type Config = AnswerOf<typeof config>

const configCall = plainly<typeof config>('GET', '/api/config')
const listeners = new Set<() => void>()
let known: Config | undefined
let asked = false

/** Asks for the configuration anew, after somebody changed it. A fault is silent: screens do without. */
export async function refreshConfig(): Promise<void> {
  asked = true
  const answer = await readOnce(configCall).catch(() => undefined)
  if (answer === undefined) {
    asked = false
    return
  }
  known = answer
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (!asked) void refreshConfig()
  return () => listeners.delete(listener)
}

/**
 * The public configuration: the conference's name, links, limits and deadlines; undefined until it came. Asked for
 * once. A store of its own, because the first page needs it and should not carry the cache of answers.
 */
export function useConfig(): Config | undefined {
  return useSyncExternalStore(listen, () => known)
}
