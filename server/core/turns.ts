import { AppError } from './app-error.ts'

/**
 * Does work when its turn comes; throws AppError `unavailable` at once where too much waits already. Whose signal says so
 * before that leaves the line, with its reason.
 */
export interface Turns {
  <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Throws as a call would now, or while somebody has waited longer than this; before much else is done in vain. */
  assertRoom: (mostMs?: number) => void
}

interface Limits {
  /** Work that runs at once. */
  atOnce: number
  /** How much more waits for its turn at most. */
  mayWait: number
  /** While somebody has waited longer than this, in milliseconds, nobody joins the line. */
  mostMs?: number
  /** Milliseconds that go on; for tests. */
  now?: () => number
}

/**
 * Lets so much work run at once, and so much more wait for its turn, and not too long. Who comes later is told so at once
 * (503 with `Retry-After`): an answer that comes after everybody has gone helps nobody.
 */
export function turns({
  atOnce,
  mayWait,
  mostMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: Limits): Turns {
  const waiting: Waiting[] = []
  let running = 0
  const assertRoom = (within = mostMs) => {
    if (running < atOnce) return
    const [first] = waiting
    if (waiting.length >= mayWait || (first !== undefined && now() - first.since > within)) throw busy()
  }
  const take = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    assertRoom()
    if (running < atOnce) running += 1
    // Whoever ends hands the place on, so that it stays taken.
    else await place(waiting, now(), signal)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next.begin()
    }
  }
  return Object.assign(take, { assertRoom })
}

interface Waiting {
  since: number
  begin: () => void
}

/** Settled when one's turn has come. */
function place(waiting: Waiting[], since: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const mine = { since, begin }
    const leave = () => {
      waiting.splice(waiting.indexOf(mine), 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    waiting.push(mine)
  })
}

/** Seconds after which to come back: not all at once. */
const COME_BACK = [2, 3, 4, 5]
let sentAway = 0

/** The refusal for whoever comes when too much waits; it says that nothing was begun, so that a page comes back by itself. */
export function busy(): AppError {
  const words = 'Too many people are here at once. Try again in a moment.'
  const refusal = new AppError('unavailable', words, { begun: false })
  sentAway += 1
  refusal.retryAfter = COME_BACK[sentAway % COME_BACK.length] ?? 2
  return refusal
}

/** The same refusal for what had begun by then, a try that was counted or a code that is spent: the person sends it again, not the page. */
export function onceBegun(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'unavailable' || error.details === undefined)
    return error
  const refusal = new AppError(error.code, error.message)
  return Object.assign(refusal, error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter })
}
