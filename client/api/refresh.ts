import type { refreshToken } from '#shared/people/contract.ts'
import { addressOf } from './address-of.ts'
import { bodyOf } from './api-error.ts'
import { comingBack, waitWhileAway } from './come-back.ts'
import { ownToken } from './owner.ts'
import { plainly } from './plainly.ts'
import { accessToken, loseSession, storedRefreshToken, storeTokens, type Tokens } from './session.ts'

const refreshCall = plainly<typeof refreshToken>('POST', '/api/auth/refresh-token')

/** One refresh at a time in this tab; everybody who needs it waits for the same one. */
let underWay: Promise<string | undefined> | undefined

/**
 * Answers the access token to repeat a call with after a 401, or undefined when the session is over; the stored
 * tokens are then cleared (portal.md §7). `used` is the token that was refused: when another tab has refreshed
 * meanwhile, its token is answered and nothing is asked of the server. A portal that is away has refused nothing yet: it is
 * asked again for two minutes before the refresh counts as failed.
 */
export function refreshSession(used: string | null): Promise<string | undefined> {
  underWay ??= acrossTabs(() => refreshOnce(used)).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** Runs alone among all tabs of this browser, where it has locks (secure contexts). */
async function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | null | undefined = globalThis.navigator?.locks
  if (!locks) return await work()
  const before = accessToken()
  const name = 'lectern-refresh'
  const free = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : { done: await work() },
  )
  if (free !== undefined) return free.done
  return await locks.request(name, async () => {
    await storageFrom(before)
    return await work()
  })
}

/** What another tab has stored reaches this one a moment after its lock: waits for it, at most 200 ms. */
async function storageFrom(before: string | null): Promise<void> {
  for (let tries = 0; tries < 20 && accessToken() === before; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function refreshOnce(used: string | null): Promise<string | undefined> {
  const now = ownToken()
  if (now !== null && now !== used) return now
  const mine = storedRefreshToken()
  if (mine === null) {
    loseSession()
    return undefined
  }
  const fresh = await exchange(mine)
  // Somebody logged in or out in another tab while we asked: theirs counts.
  if (storedRefreshToken() !== mine) return ownToken() ?? undefined
  if (fresh === undefined) {
    loseSession()
    return undefined
  }
  storeTokens(fresh)
  return fresh.accessToken
}

/** Milliseconds for an answer. The token just exchanged is good for ten seconds more (decisions.md §4): until then the second time is there. */
const FIRST_MS = 6000
const LAST_MS = 30_000

/** What is read where no answer came at all: the portal may be starting again. */
const NOBODY = { status: 503, ok: false, retryAfter: null, text: '' }

/**
 * Asks the server; an answer lost on the way is asked for once more at once, which the server allows for, and whoever is away again
 * until two minutes are over. Undefined where it refuses, or is away still.
 */
async function exchange(refreshToken: string): Promise<Tokens | undefined> {
  const ask = async (limitMs: number) => {
    const response = await fetch(addressOf(refreshCall.path), {
      method: refreshCall.method,
      credentials: 'include',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
      // A server that never answers is as one that is not there.
      signal: AbortSignal.timeout(limitMs),
    })
    const { status, ok, headers } = response
    return { status, ok, retryAfter: headers.get('Retry-After'), text: await response.text() }
  }
  const send = () =>
    ask(FIRST_MS)
      .catch(() => ask(LAST_MS))
      .catch(() => NOBODY)
  const { ok, text } = await comingBack(send, undefined, waitWhileAway)
  return ok ? tokensIn(bodyOf(text)) : undefined
}

function tokensIn(body: unknown): Tokens | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const token: unknown = Reflect.get(body, 'token')
  const next: unknown = Reflect.get(body, 'refreshToken')
  if (typeof token !== 'string' || typeof next !== 'string' || token === '' || next === '') return undefined
  return { accessToken: token, refreshToken: next }
}
