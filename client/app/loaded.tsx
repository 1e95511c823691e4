import { type ReactNode, startTransition, useEffect, useState } from 'react'
import type { Loadable } from './loadable.ts'

interface Show<Props> {
  of: Loadable<Props>
  props: Props & object
  /** Stands in its place until then. */
  meanwhile: ReactNode
}

/**
 * Shows it as soon as it is there. React's Suspense would do, but holds each step back for 300 ms after it has shown
 * that something is loading; a page opens in three such steps.
 */
export function Loaded<Props>({ of, props, meanwhile }: Show<Props>) {
  const [state, setState] = useState<{ failed?: unknown }>({})
  const Component = of.now
  const isMissing = Component === undefined
  useEffect(() => {
    // It may have come since this was drawn: then `load` is done at once.
    if (!isMissing) return
    let left = false
    // In slices, so that a slow machine is never busy for long.
    const show = (next: { failed?: unknown }) =>
      startTransition(() => {
        if (!left) setState(next)
      })
    of.load().then(
      () => show({}),
      (failed: unknown) => show({ failed }),
    )
    return () => {
      left = true
    }
  }, [of, isMissing])
  if (state.failed !== undefined) throw state.failed
  return Component === undefined ? meanwhile : <Component {...props} />
}
