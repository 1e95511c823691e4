import type { BenchPortal } from './portals.ts'

/** Work that is done without the portal. */
interface Yardstick {
  name: string
  once: () => Promise<unknown>
}

/** One line of the table: what is done over and over, how much at once, and what it is held against. */
export interface Benchmark {
  name: string
  unit: string
  /** How many units one call stands for: 1, or its megabytes. */
  amount: number
  concurrency: number
  /** A round ends when the time is up or so many calls are done, whichever is first. */
  limitMs: number
  limitCount: number
  /** One call; throws when it did not go well. */
  once: (portal: BenchPortal) => Promise<unknown>
  /** The same work without the portal; measured in the same run, in turns with it. */
  yardstick?: Yardstick
  /** More of it without the portal, to tell what a part of the work costs. */
  further?: Yardstick
}

/** Five seconds a round, and a bound on the calls that no machine of today reaches. */
export const fiveSeconds = { limitMs: 5000, limitCount: 50_000 } as const

/** A benchmark without what it is held against elsewhere. */
export function byItself({
  name,
  unit,
  amount,
  concurrency,
  limitMs,
  limitCount,
  once,
}: Benchmark): Benchmark {
  return { name, unit, amount, concurrency, limitMs, limitCount, once }
}
