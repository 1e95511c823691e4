import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onWaiting } from './come-back.ts'
import { refreshSession } from './refresh.ts'
import { accessToken, onSessionLost, storedRefreshToken, storeTokens } from './session.ts'

/** What the portal says to each refresh, the last one for ever; nothing where the line breaks. */
let answers: (() => Response | undefined)[]
/** When each was asked for, in seconds. */
let at: number[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new Window().localStorage)
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  at = []
  const began = performance.now()
  vi.stubGlobal('fetch', async () => {
    at.push((performance.now() - began) / 1000)
    const answer = answers[Math.min(at.length, answers.length) - 1]?.()
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const AWAY = { message: 'The portal is busy or restarting.', error: 'unavailable' }
const away = (after: string) => () => Response.json(AWAY, { status: 503, headers: { 'Retry-After': after } })
const good = () => Response.json({ token: 'two', refreshToken: 'r2' })
const broken = () => undefined

const stored = () => [accessToken(), storedRefreshToken()]

/** The outcome of a refresh, however long it waits. */
async function refreshed(): Promise<unknown> {
  const outcome = refreshSession('one').catch((reason: unknown) => reason)
  await vi.runAllTimersAsync()
  return outcome
}

test.each([
  ['says when to come back', away('7'), [0, 7]],
  ['is what a proxy looks for', () => new Response('<h1>502</h1>', { status: 502 }), [0, 5]],
  ['says that it takes long', away('300'), [0, 30]],
  ['is too slow for a proxy', () => new Response('', { status: 504 }), [0, 5]],
])('a portal that is away and %s is asked again, and nobody is logged out', async (_, first, when) => {
  answers = [first, good]
  const said: string[] = []
  onTestFinished(onWaiting((why) => said.push(why)))
  expect(await refreshed()).toBe('two')
  expect([at, stored(), said]).toEqual([when, ['two', 'r2'], ['away']])
})

test('one that is still away after two minutes has failed: the session ends (portal.md §7)', async () => {
  answers = [away('5')]
  const lost = vi.fn()
  onTestFinished(onSessionLost(lost))
  expect(await refreshed()).toBeUndefined()
  expect([at.length, at.at(-1)]).toEqual([25, 120])
  expect([stored(), lost.mock.calls.length]).toEqual([[null, null], 1])
})

test('where nobody answers at all it is asked twice at once, then again until somebody does', async () => {
  answers = [broken, broken, broken, good]
  expect([await refreshed(), at, stored()]).toEqual(['two', [0, 0, 5, 5], ['two', 'r2']])
})

test('a fault of the portal’s own is not waited for', async () => {
  answers = [() => new Response('', { status: 500 }), good]
  expect([await refreshed(), at, stored()]).toEqual([undefined, [0], [null, null]])
})

test('a refusal after the wait ends the session; who logged in elsewhere meanwhile has theirs', async () => {
  answers = [away('5'), () => new Response('', { status: 401 })]
  expect([await refreshed(), stored()]).toEqual([undefined, [null, null]])
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  const elsewhere = () => {
    storeTokens({ accessToken: 'new', refreshToken: 'n1' })
    return undefined
  }
  answers = [elsewhere]
  expect([await refreshed(), stored()]).toEqual(['new', ['new', 'n1']])
})
