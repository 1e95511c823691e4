import type { ComponentType } from 'react'
import { loadLateStyles } from './late-styles.ts'

/** Code that is loaded when it is needed; `now` is there once it came. */
export interface Loadable<Props> {
  load: () => Promise<ComponentType<Props>>
  now?: ComponentType<Props>
}

/** Names a component of a file that is loaded when it is first shown, or ahead. */
export function loadable<Props, Name extends string>(
  file: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Loadable<Props> {
  const it: Loadable<Props> = {
    load: async () => {
      if (it.now !== undefined) return it.now
      await loadLateStyles()
      it.now = (await file())[name]
      return it.now
    },
  }
  return it
}

/** Loads it since it may soon be needed. A failure shows when it is. */
export function loadAhead(of: { load: () => Promise<unknown> }): void {
  of.load().catch(() => undefined)
}
