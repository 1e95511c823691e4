import { useSyncExternalStore } from 'react'

const KEY = 'singleKeys'
const listeners = new Set<() => void>()

/** Whether single keys do something on this device (WCAG 2.1.4): they do unless turned off. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(KEY) !== 'off'

/** Turns single keys on or off on this device. */
export function turnSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // Turned in another tab.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** As {@link areSingleKeysOn}, followed as it is turned. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(listen, areSingleKeysOn)
}
