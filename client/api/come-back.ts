import { bodyOf, property } from './api-error.ts'
import { unlessAborted } from './unless-aborted.ts'

/** So long a call comes back after it was first sent. */
const MOST_MS = 120_000

interface Reply {
  status: number
  text: string
  /** The header, as it came. */
  retryAfter: string | null
}

/**
 * Sends a call. Where the portal says that too many people are there at once and that nothing was begun (503, or 429 where they
 * come from one address, with `Retry-After` and `details.begun` false), waits for as long as it says, a second at least, and sends again, as long as two minutes are not
 * over by then; else the last refusal is the answer. Throws the signal's reason when that ends the wait. `waitOf` tells what else
 * is waited for, and for how long.
 */
export async function comingBack<R extends Reply>(
  send: () => Promise<R>,
  signal?: AbortSignal,
  waitOf: (reply: Reply) => number = waitWhileFull,
): Promise<R> {
  const until = performance.now() + MOST_MS
  let reply = await send()
  let line: (() => void) | undefined
  try {
    for (let ms = waitOf(reply); performance.now() + ms <= until; ms = waitOf(reply)) {
      line ??= standInLine(isFullHouse(bodyOf(reply.text)) ? 'full' : 'away')
      await pause(ms, signal)
      reply = await send()
    }
    return reply
  } finally {
    line?.()
  }
}

/** A full house, or as many of one address under way as may be. */
const FULL = [503, 429]

/** Milliseconds until it makes sense to come back; NaN, which is never, where it was anything else than a full house. */
const waitWhileFull = ({ status, text, retryAfter }: Reply): number =>
  FULL.includes(status) && retryAfter !== null && isFullHouse(bodyOf(text))
    ? 1000 * Math.max(1, Number(retryAfter))
    : Number.NaN

/** Whether the portal is away, its database, or what a proxy looks for behind it. */
const isAway = (status: number): boolean => [502, 503, 504].includes(status)

const AWAY_S = 5
/** Whoever says that it takes longer is asked sooner: a maintenance page says so of what may be over before. */
const MOST_AWAY_S = 30

/** As long as a full house says, or whoever is away, half a minute at most, or five seconds: for what may be sent again though it was begun. */
export function waitWhileAway(reply: Reply): number {
  if (!isAway(reply.status)) return waitWhileFull(reply)
  const seconds = Number(reply.retryAfter ?? AWAY_S)
  return 1000 * Math.min(MOST_AWAY_S, Math.max(1, Number.isFinite(seconds) ? seconds : AWAY_S))
}

/** Whether a refusal's body says that nothing was begun: whoever sends it again does nothing twice. */
export const isFullHouse = (body: unknown): boolean => property(property(body, 'details'), 'begun') === false

/** Why calls wait: too many people are there, or the portal is away for a moment. */
type WhyWaiting = 'full' | 'away'

const listeners = new Set<(why: WhyWaiting) => void>()
const waiting = { full: 0, away: 0 }
const WHYS = ['full', 'away'] as const

/** Tells when calls begin to wait, and at once where some do already. Returns the function that stops listening. */
export function onWaiting(listener: (why: WhyWaiting) => void): () => void {
  listeners.add(listener)
  for (const why of WHYS) if (waiting[why] > 0) listener(why)
  return () => listeners.delete(listener)
}

/** Waits as a refusal within an answer says, or five seconds. */
export async function waitInLine(retryAfter: string | null): Promise<void> {
  const leaveLine = standInLine('full')
  await pause(1000 * Number(retryAfter ?? AWAY_S), undefined)
  leaveLine()
}

/** Counts who waits, from their first wait to their last. Returns the function that ends it. */
function standInLine(why: WhyWaiting): () => void {
  waiting[why] += 1
  if (waiting[why] === 1) for (const listener of listeners) listener(why)
  return () => {
    waiting[why] -= 1
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return unlessAborted(signal, over).finally(() => clearTimeout(timer))
}
