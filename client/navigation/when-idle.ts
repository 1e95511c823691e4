import { useEffect } from 'react'

/** Where the browser does not say when it is idle (Safari), in ms. */
const AFTER_MS = 1000

/** Runs it once the browser has nothing else to do; gives what calls it off. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, AFTER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}

/**
 * Runs them in their order, each once the browser has nothing else to do, as long as its screen is there: for what may soon be
 * needed. The list is the screen's own, and always the same one.
 */
export function useWhenIdle(runs: readonly (() => void)[]): void {
  useEffect(() => eachWhenIdle(runs), [runs])
}

/** Gives what calls off those to come. */
function eachWhenIdle(runs: readonly (() => void)[]): () => void {
  let callOff: () => void = () => undefined
  const runFrom = (at: number) => {
    const run = runs[at]
    if (run === undefined) return
    callOff = whenIdle(() => {
      run()
      runFrom(at + 1)
    })
  }
  runFrom(0)
  return () => callOff()
}
