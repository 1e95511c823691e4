import { bodyOf, property } from './api-error.ts'

/** Seconds that a call waits to come back at most, all its waits together. */
const MOST_S = 120

interface Reply {
  status: number
  text: string
  /** The header, as it came. */
  retryAfter: string | null
}

/**
 * Sends a call. Where the portal says that too many people are there at once and that nothing was begun (503 with `Retry-After`,
 * `details.begun` false), waits for as long as it says and sends again, for two minutes; the last refusal is the answer
 * then. Throws the signal's reason when that ends the wait.
 */
export async function comingBack<R extends Reply>(send: () => Promise<R>, signal?: AbortSignal): Promise<R> {
  let left = MOST_S
  let reply = await send()
  for (let seconds = waitOf(reply); Math.max(1, seconds) <= left; seconds = waitOf(reply)) {
    left -= Math.max(1, seconds)
    await waitInLine(seconds, signal)
    reply = await send()
  }
  return reply
}

/** Seconds until it makes sense to come back; NaN, which is never, where it was anything else than a full house. */
const waitOf = ({ status, text, retryAfter }: Reply): number =>
  status === 503 && retryAfter !== null && isFullHouse(bodyOf(text)) ? Number(retryAfter) : Number.NaN

/** Whether a refusal's body says that nothing was begun: whoever sends it again does nothing twice. */
export const isFullHouse = (body: unknown): boolean => property(property(body, 'details'), 'begun') === false

const listeners = new Set<() => void>()
let waiting = 0

/** Tells when calls begin to wait, and at once where some do already. Returns the function that stops listening. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  if (waiting > 0) listener()
  return () => listeners.delete(listener)
}

async function waitInLine(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  waiting += 1
  if (waiting === 1) for (const listener of listeners) listener()
  let end = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, seconds * 1000)
      const leave = () => reject(signal?.reason)
      signal?.addEventListener('abort', leave)
      end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      if (signal?.aborted) leave()
    })
  } finally {
    end()
    waiting -= 1
  }
}
