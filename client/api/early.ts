import { mayBeTriedAgain } from './api-error.ts'

/** As long as the cache of answers takes one for fresh (query-client.ts). */
const FRESH_MS = 15_000

interface Early {
  answer: Promise<unknown>
  at: number
  /** The answer itself, as soon as it is there. */
  come?: { answer: unknown }
}

const asked = new Map<string, Early>()

/** Keeps the answer to a read that was asked for before the screen that wants it came; `path` with parameters and search. */
export function keepEarly(path: string, answer: Promise<unknown>): void {
  const early: Early = { answer, at: Date.now() }
  asked.set(path, early)
  answer.then(
    (come) => {
      early.come = { answer: come }
    },
    // A refusal is an answer; what got lost is nobody's: whoever wants it asks anew.
    (error: unknown) => mayBeTriedAgain(error) && asked.get(path) === early && asked.delete(path),
  )
}

/** The answer asked for early, once and while it is fresh. */
export function takeEarly(path: string): Promise<unknown> | undefined {
  return take(path)?.answer
}

/**
 * The same where it is there already, else undefined, and it can still be taken: a screen then shows it as it is first
 * drawn, instead of being drawn once without.
 */
export function takeCome(path: string): unknown {
  return asked.get(path)?.come === undefined ? undefined : take(path)?.come?.answer
}

function take(path: string): Early | undefined {
  const early = asked.get(path)
  asked.delete(path)
  return early !== undefined && Date.now() - early.at < FRESH_MS ? early : undefined
}

/** Forgets what was asked early: something was changed since, or somebody else logged in. */
export const forgetEarly = (): void => asked.clear()
