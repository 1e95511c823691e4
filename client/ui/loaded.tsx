import { type ReactNode, startTransition, useEffect, useState } from 'react'
import type { Loadable } from '#client/navigation/loadable.ts'

interface Show<Props> {
  of: Loadable<Props>
  props: Props & object
  /** Stands in its place until then. */
  meanwhile?: ReactNode
}

/** What opens over the page leaves no gap while it comes. */
const unseen = <span aria-busy="true" hidden />

/**
 * Shows it as soon as it is there. React's Suspense would do, but holds each step back for 300 ms after it has shown
 * that something is loading, and so every first opening; a page opens in three such steps.
 */
export function Loaded<Props>({ of, props, meanwhile = unseen }: Show<Props>) {
  const [failure, setFailure] = useState<{ of: Loadable<Props>; reason: unknown }>()
  const [, setShown] = useState<Loadable<Props>>()
  const Component = of.now
  const isMissing = Component === undefined
  useEffect(() => {
    // It may have come since this was drawn: then `load` is done at once.
    if (!isMissing) return
    let left = false
    // In slices, so that a slow machine is never busy for long.
    const show = (set: () => void) =>
      startTransition(() => {
        if (!left) set()
      })
    of.load().then(
      () => show(() => setShown(of)),
      (reason: unknown) => show(() => setFailure({ of, reason })),
    )
    return () => {
      left = true
    }
  }, [of, isMissing])
  if (failure?.of === of) throw failure.reason
  return Component === undefined ? meanwhile : <Component {...props} />
}
