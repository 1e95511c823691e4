import { attacksOn, timeOf } from '../patterns/attack.ts'
import { findPatterns } from '../patterns/find-patterns.ts'
import type { Trial } from '../trial.ts'

/** Of ten thousand signs a pattern that reads each once makes less than a tenth of a millisecond, one that begins anew at each a hundred. */
const LENGTH = 10_000
const LIMIT_MS = 25
/** A machine that is busy elsewhere is slow once, not each time. */
const TRIES = 4

/** ASVS 1.3.12: no text makes a regular expression of ours try for long. */
export const patterns: Trial = {
  name: 'patterns',
  promise: 'Every pattern in the source reads a text that was made against it about as fast as any other.',
  run: async ({ times, tried }) => {
    for (const { where, pattern } of findPatterns()) {
      const slow = slowestOf(pattern, times(LENGTH, 2 * LENGTH))
      tried(slow === undefined ? undefined : `${where} ${String(pattern)}: ${slow}`)
    }
  },
}

/** All attacks at once, and only where that takes long one by one: the stop-watch costs more than most of them. */
function slowestOf(pattern: RegExp, length: number): string | undefined {
  const texts = [...attacksOn(pattern, length)]
  if (timeOf(pattern, texts, texts.length * LIMIT_MS) < LIMIT_MS) return undefined
  const isSlow = (text: string) =>
    Array.from({ length: TRIES }).every(() => timeOf(pattern, [text], 2 * LIMIT_MS) > LIMIT_MS)
  const slow = texts.find(isSlow)
  return slow && `more than ${LIMIT_MS} ms for ${JSON.stringify(slow.slice(0, 12))}…`
}
