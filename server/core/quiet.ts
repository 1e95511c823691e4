import { setTimeout as sleep } from 'node:timers/promises'

/** Of one core: a portal that takes more has somebody who waits for it, also where others leave it little. At rest it takes a hundredth or two. */
const BUSY_SHARE = 0.1
/** How often it is looked at, in milliseconds. */
const LOOK_MS = 100
/** Where others never rest it goes on all the same, after so many milliseconds. */
const MOST_MS = 5000

interface Clocks {
  /** Milliseconds, of a clock that is never set. */
  now: () => number
  /** Milliseconds that this process took of the processor so far. */
  busyMs: () => number
  sleep: (ms: number) => Promise<unknown>
}

const ofThisProcess: Clocks = {
  now: () => performance.now(),
  busyMs: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
  sleep,
}

/**
 * Waits until the portal takes hardly any of the processor, five seconds at most: for what nobody waits for. To yield by
 * priority alone was not enough: beside one that read so, uploads came a fifth slower than without it (bench/README.md).
 */
export function quietTimes({ now, busyMs, sleep }: Clocks = ofThisProcess): () => Promise<void> {
  let last = { at: now(), busy: busyMs() }
  const isQuiet = () => {
    const next = { at: now(), busy: busyMs() }
    const share = (next.busy - last.busy) / (next.at - last.at)
    last = next
    return share < BUSY_SHARE
  }
  return async () => {
    const until = now() + MOST_MS
    // What was taken since the last look counts, if that was long enough ago.
    if (now() - last.at >= LOOK_MS && isQuiet()) return
    while (now() < until) {
      await sleep(LOOK_MS)
      if (isQuiet()) return
    }
  }
}
