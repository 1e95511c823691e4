import { AppError } from './app-error.ts'

/**
 * Does work when its turn comes; throws AppError `unavailable` at once where too much waits already. Whose signal says so
 * before that leaves the line, with its reason.
 */
export type Turns = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Lets so much work run at once, and so much more wait for its turn. Who comes later is told so at once (503 with
 * `Retry-After`): an answer that comes after everybody has gone helps nobody.
 */
export function turns(atOnce: number, mayWait: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work, signal) => {
    if (running < atOnce) running += 1
    else if (waiting.length >= mayWait) throw busy()
    // Whoever ends hands the place on, so that it stays taken.
    else await place(waiting, signal)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** Settled when one's turn has come. */
function place(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    waiting.push(begin)
  })
}

/** Seconds after which to come back: not all at once. */
const COME_BACK = [2, 3, 4, 5]
let sentAway = 0

/** The refusal for whoever comes when too much waits. */
export function busy(): AppError {
  const refusal = new AppError('unavailable', 'Too many people are here at once. Try again in a moment.')
  sentAway += 1
  refusal.retryAfter = COME_BACK[sentAway % COME_BACK.length] ?? 2
  return refusal
}
