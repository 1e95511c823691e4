/** A statement that takes longer than this has waited in a line, and every call sends several. */
const MOST_MS = 300
/** How often the database is asked at most; what it said holds four times as long. */
const EVERY_MS = 200

/** Whether what comes now would wait long. */
export interface Pressure {
  isHigh(): boolean
}

/**
 * Tells by the clock whether calls wait for their turn, at the database or in this process: while somebody wants to know,
 * the smallest question is asked over and over, and stands in the same lines as everybody's. One that has not come back
 * yet counts as long as it has been away. `now` gives milliseconds of a clock that is never set.
 */
export function openPressure(ask: () => Promise<unknown>, now: () => number): Pressure {
  let askedAt: number | undefined
  let last = { took: 0, at: Number.NEGATIVE_INFINITY }
  const begin = () => {
    const began = now()
    askedAt = began
    const end = () => {
      last = { took: now() - began, at: now() }
      askedAt = undefined
    }
    // What does not answer has taken its time too.
    ask().then(end, end)
  }
  return {
    isHigh: () => {
      if (askedAt === undefined && now() - last.at >= EVERY_MS) begin()
      const away = askedAt === undefined ? 0 : now() - askedAt
      const known = now() - last.at < 4 * EVERY_MS ? last.took : 0
      return Math.max(away, known) > MOST_MS
    },
  }
}
