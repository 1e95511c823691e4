import { type AppError, tooMany } from '#server/core/app-error.ts'
import type { Config } from '#server/core/config.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { assertNotThrottled, countTries, forgetTries, type Limit } from './throttle.ts'

/** Tries of each key that nobody knows yet to be right or wrong, of each portal of this process. */
const underWay = new WeakMap<Config, Map<string, number>>()
/** After so long those that are under way are decided. */
const DECIDED_S = 1

/**
 * Does what is limited and takes long, such as hashing a password; `work` counts the try itself, by `countTries`. Until then it
 * counts as a wrong one: of a hundred at once no more are hashed than one after the other. Each process counts its own;
 * of those that several let in, `countTries` lets no more be heard than one would. Throws 429 with `Retry-After`, which says
 * that nothing was begun where others are only under way.
 */
export async function trying<T>(
  steps: Steps,
  limitsOf: Readonly<Record<string, Limit>>,
  message: string,
  work: () => Promise<T>,
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
      if ((before.get(key) ?? 0) >= heard) throw waitALittle(message)
    }
    return await work()
  } finally {
    for (const key of keys) {
      const left = (mine.get(key) ?? 1) - 1
      if (left === 0) mine.delete(key)
      else mine.set(key, left)
    }
  }
}

/** Nobody did anything wrong yet, such as a hundred people of one network at once: their pages come back by themselves. */
function waitALittle(message: string): AppError {
  return tooMany(message, DECIDED_S, { begun: false })
}

/** A secret that somebody gives, which is right or wrong. */
interface Secret<T> {
  limitsOf: Readonly<Record<string, Limit>>
  /** What is said where somebody has to wait. */
  message: string
  /** What it opens; undefined where it is wrong. */
  test: () => Promise<T | undefined>
  wrong: (ctx: Ctx) => AppError
  /** The key whose tries are forgotten where it is right. */
  forgets?: string
}

/**
 * What a secret opens, or the refusal, with the try counted. Right or wrong, it is told only where its keys do not have to
 * wait by then: of guesses at once in several processes no more are heard than in one. Throws 429 with `Retry-After`.
 */
export function tryingSecret<T extends object>(
  steps: Steps,
  { limitsOf, message, test, wrong, forgets }: Secret<T>,
): Promise<T | AppError> {
  return trying(steps, limitsOf, message, async () => {
    const found = await test()
    if (found === undefined)
      return steps.transact(async (ctx) => {
        await countTries(ctx, limitsOf, message)
        return wrong(ctx)
      })
    const counted = await steps.alone((ctx) => assertNotThrottled(ctx, Object.keys(limitsOf), message))
    // Most have nothing to forget.
    if (forgets !== undefined && counted.has(forgets)) await steps.alone((ctx) => forgetTries(ctx, forgets))
    return found
  })
}
