/** Where the browser does not say when it is idle (Safari), in ms. */
const AFTER_MS = 1000

/** Runs it once the browser has nothing else to do; gives what calls it off. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, AFTER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
