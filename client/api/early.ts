/** As long as the cache of answers takes one for fresh (query-client.ts). */
const FRESH_MS = 15_000

const asked = new Map<string, { answer: Promise<unknown>; at: number }>()

/** Keeps the answer to a read without parameters that was asked for before the screen that wants it came. */
export function keepEarly(path: string, answer: Promise<unknown>): void {
  asked.set(path, { answer, at: Date.now() })
  // A failure is nobody's: whoever wants the answer asks anew.
  answer.catch(() => asked.delete(path))
}

/** The answer asked for early, once and while it is fresh. */
export function takeEarly(path: string): Promise<unknown> | undefined {
  const early = asked.get(path)
  asked.delete(path)
  return early !== undefined && Date.now() - early.at < FRESH_MS ? early.answer : undefined
}

/** Forgets what was asked early: something was changed since, or somebody else logged in. */
export const forgetEarly = (): void => asked.clear()
