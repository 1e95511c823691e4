import { tooMany } from '#server/core/app-error.ts'
import type { Config } from '#server/core/config.ts'
import type { Steps } from '#server/core/ctx.ts'
import { assertNotThrottled, type Limit } from './throttle.ts'

/** Tries of each key that nobody knows yet to be right or wrong, of each portal of this process. */
const underWay = new WeakMap<Config, Map<string, number>>()
/** After so long those that are under way are decided. */
const DECIDED_S = 1

/**
 * Does what tries a secret and takes long, such as hashing a password; `work` counts the try itself where it was wrong. Until
 * then it counts as a wrong one: of a hundred at once no more are heard than one after the other. Each process counts
 * its own, so that several hear a few more. Throws 429 with `Retry-After`; `work` is told of which keys tries are counted.
 */
export async function trying<T>(
  steps: Steps,
  limitsOf: Readonly<Record<string, Limit>>,
  message: string,
  work: (counted: ReadonlyMap<string, number>) => Promise<T>,
): Promise<T> {
  const keys = Object.keys(limitsOf)
  const mine = underWay.get(steps.config) ?? new Map<string, number>()
  underWay.set(steps.config, mine)
  // Before anything is asked: who comes meanwhile sees it.
  const before = new Map(keys.map((key) => [key, mine.get(key) ?? 0]))
  for (const key of keys) mine.set(key, (before.get(key) ?? 0) + 1)
  try {
    const counted = await steps.alone((ctx) => assertNotThrottled(ctx, keys, message))
    for (const [key, { free }] of Object.entries(limitsOf)) {
      // Where none are free any more, one is heard after each wait.
      const heard = Math.max(1, free - (counted.get(key) ?? 0))
      if ((before.get(key) ?? 0) >= heard) throw tooMany(message, DECIDED_S)
    }
    return await work(counted)
  } finally {
    for (const key of keys) {
      const left = (mine.get(key) ?? 1) - 1
      if (left === 0) mine.delete(key)
      else mine.set(key, left)
    }
  }
}
