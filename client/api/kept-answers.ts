/** As many answers are kept, the oldest go first; longer ones are not worth their memory. */
const MOST = 60
const LONGEST = 200_000

/** An answer as it came, and the tag that the server knows it by. */
interface KeptAnswer {
  tag: string
  text: string
}

const kept = new Map<string, KeptAnswer>()

/**
 * The last answer to a read at this address. Its tag is shown when it is read again: where nothing is new the server
 * says so in 304 and no words. Kept by hand and in memory alone: the browser is to cache nothing (portal.md §7).
 */
export const answerKept = (address: string): KeptAnswer | undefined => kept.get(address)

/** Keeps an answer that came with a tag. */
export function keepAnswer(address: string, tag: string | null, text: string): void {
  kept.delete(address)
  if (tag === null || text.length > LONGEST) return
  kept.set(address, { tag, text })
  const [oldest] = kept.keys()
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
}

/** Forgets all of them: the person is gone. */
export const forgetAnswers = (): void => kept.clear()
