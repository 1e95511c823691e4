import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import type { verifyEmail } from '#shared/people/contract.ts'
import { ApiError, fieldProblemsOf, messageOf } from './api-error.ts'
import { call } from './call.ts'
import { openly } from './plainly.ts'
import { accessToken, clearSession, onSessionLost, storedRefreshToken, storeTokens } from './session.ts'
import { json, type Seen, testServer } from './test-server.ts'

const readThing = endpoint({
  method: 'GET',
  path: '/api/things/{thingId}',
  tag: 'Test',
  summary: 'Reads.',
  access: 'signed-in',
  params: z.object({ thingId: z.string() }),
  query: z.object({ q: z.string().optional(), limit: z.coerce.number().default(10) }),
  answer: z.object({ name: z.string() }),
})
const writeThing = endpoint({
  method: 'POST',
  path: '/api/things',
  tag: 'Test',
  summary: 'Writes.',
  access: 'signed-in',
  body: z.object({ name: z.string() }),
  answer: z.object({ message: z.string() }),
})

type Answer = Parameters<typeof testServer>[0]
let server: Awaited<ReturnType<typeof testServer>>
let answer: Answer

beforeEach(async () => {
  vi.stubGlobal('localStorage', new Window().localStorage)
  answer = (_, response) => json(response, 200, { name: 'ok' })
  server = await testServer((seen, response) => answer(seen, response))
  vi.stubEnv('VITE_API_URL', server.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await server.close()
})

const failed = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`)
  return error
}
const stored = () => [accessToken(), storedRefreshToken()]
const bearer = (seen: Seen) => seen.headers.authorization
const refreshes = () => server.seen.filter((one) => one.url === '/api/auth/refresh-token')

test('a read fills in its path and query and gives the answer', async () => {
  expect(await call(readThing, { params: { thingId: 'a/b' }, query: { q: 'x y' } })).toEqual({ name: 'ok' })
  expect(server.seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/api/things/a%2Fb?q=x+y']])
  expect(server.seen.map(bearer)).toEqual([undefined])
})

test('a read made again shows the tag of its last answer, and takes “unchanged” for that answer', async () => {
  const one = { params: { thingId: 'one' } }
  answer = ({ headers }, response) => {
    response.setHeader('ETag', 'W/"a"')
    if (headers['if-none-match'] === 'W/"a"') response.writeHead(304).end()
    else json(response, 200, { name: 'first' })
  }
  expect(await call(readThing, one)).toEqual({ name: 'first' })
  expect(await call(readThing, one)).toEqual({ name: 'first' })
  answer = (_, response) => json(response, 200, { name: 'second' })
  expect(await call(readThing, one)).toEqual({ name: 'second' })
  expect(await call(readThing, { params: { thingId: 'two' } })).toEqual({ name: 'second' })
  await call(readThing, one)
  const tags = server.seen.map(({ headers }) => headers['if-none-match'])
  expect(tags).toEqual([undefined, 'W/"a"', 'W/"a"', undefined, undefined])
})

test('after the session nothing of its answers is known any more', async () => {
  answer = (_, response) => json(response.setHeader('ETag', 'W/"mine"'), 200, { name: 'mine' })
  const one = { params: { thingId: 'mine' } }
  await call(readThing, one)
  clearSession()
  await call(readThing, one)
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
})

test('what is anybody’s goes without the session, so that one which has ended stands in nobody’s way', async () => {
  storeTokens({ accessToken: 'ended', refreshToken: 'ended' })
  answer = (seen, response) =>
    bearer(seen) === undefined
      ? json(response, 200, { message: 'Confirmed.' })
      : json(response, 401, { message: 'Your session has ended.', error: 'token_expired' })
  const lost = vi.fn()
  const stop = onSessionLost(lost)
  const confirm = openly<typeof verifyEmail>('POST', '/api/auth/verify-email')
  expect(await call(confirm, { body: { token: 'x' } })).toEqual({ message: 'Confirmed.' })
  expect([server.seen.map(bearer), refreshes(), lost.mock.calls]).toEqual([[undefined], [], []])
  answer = (_, response) => json(response, 401, { message: 'Wrong.', error: 'wrong_credentials' })
  expect((await failed(call(confirm, { body: { token: 'x' } }))).code).toBe('wrong_credentials')
  expect([refreshes(), stored()]).toEqual([[], ['ended', 'ended']])
  stop()
})

test('a blank parameter is refused before anything is sent', async () => {
  await expect(call(readThing, { params: { thingId: ' ' } })).rejects.toThrow('thingId is required')
  expect(server.seen).toEqual([])
})

test('a write sends JSON, the bearer token, the idempotency key, and asks for no caching', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  await call(writeThing, { body: { name: 'é' }, idempotencyKey: 'k' })
  const [seen] = server.seen
  expect(Buffer.from(seen?.body ?? '', 'latin1').toString()).toBe('{"name":"é"}')
  expect(seen?.headers).toMatchObject({
    authorization: 'Bearer one',
    'content-type': 'application/json',
    'idempotency-key': 'k',
    'cache-control': 'no-cache',
  })
})

test.each([
  ['the message', '{"message":"No.","error":"nope"}', 'application/json', 'No.', true],
  ['the error field when there is no message', '{"error":"nope"}', 'application/json', 'nope', true],
  ['the plain text when it is no JSON', 'Too bad', 'text/plain', 'Too bad', true],
  ['its own words for a page of HTML', '<h1>502</h1>', 'text/html', 'Request failed', false],
  ['its own words for an empty body', '', 'text/plain', 'Request failed', false],
])('a refusal speaks with %s', async (_, body, type, message, spoken) => {
  answer = (_seen, response) =>
    response.writeHead(418, { 'Content-Type': type, 'Retry-After': '7' }).end(body)
  const error = await failed(call(writeThing, { body: { name: '' } }))
  expect(error).toMatchObject({ message, spoken, status: 418, retryAfter: 7 })
  expect(messageOf(error, 'Login failed')).toBe(spoken ? message : 'Login failed')
})

test.each([
  ['network', 'Login failed: no answer came. Check your connection and try again.'],
  ['timeout', 'Login failed: no answer came. Check your connection and try again.'],
  ['unknown', 'Login failed'],
])('where the code is %s the screen’s words say whether an answer came', (code, said) => {
  const error = new ApiError({ message: 'Request failed', status: 0, code })
  expect(messageOf(error, 'Login failed')).toBe(said)
})

test('where the screen’s words are a sentence, that no answer came is another one', () => {
  const error = new ApiError({ message: 'Request failed', status: 0, code: 'network' })
  expect(messageOf(error, 'The file could not be made.')).toBe(
    'The file could not be made. No answer came. Check your connection and try again.',
  )
})

test('a refusal keeps the code, the data and what it says about fields', async () => {
  const body = { message: 'No.', error: 'invalid', details: [{ field: 'name', message: 'Too short.' }, 3] }
  answer = (_, response) => json(response, 422, body)
  const error = await failed(call(writeThing, { body: { name: '' } }))
  expect(error).toMatchObject({ code: 'invalid', data: body })
  expect(fieldProblemsOf(error)).toEqual([{ field: 'name', message: 'Too short.' }])
})

test('an unreachable server and one that is too slow are told apart', async () => {
  answer = (_, response) => {
    response.destroy()
  }
  expect(await failed(call(writeThing, { body: { name: '' } }))).toMatchObject({
    status: 0,
    code: 'network',
    message: 'Request failed',
  })
  answer = () => undefined
  const slow = call(writeThing, { body: { name: '' }, timeout: 50 })
  expect(await failed(slow)).toMatchObject({ status: 0, code: 'timeout' })
})

test('a call that its caller ends throws the reason of the ending', async () => {
  answer = () => undefined
  const controller = new AbortController()
  const pending = call(writeThing, { body: { name: '' }, signal: controller.signal })
  const reason = new Error('gone elsewhere')
  controller.abort(reason)
  await expect(pending).rejects.toBe(reason)
})

/** A portal that knows one access token and gives the next pair for a refresh token. */
function rotating(valid: string, next: unknown): Answer {
  let now = valid
  return (seen, response) => {
    if (seen.url === '/api/auth/refresh-token') {
      now = 'two'
      return json(response, 200, next)
    }
    if (bearer(seen) === `Bearer ${now}`) return json(response, 200, { name: 'ok' })
    return json(response, 401, { message: 'Your session has expired.', error: 'token_expired' })
  }
}

test('calls refused together share one refresh, and each is repeated once', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = rotating('nothing', { token: 'two', refreshToken: 'r2' })
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((thingId) => call(readThing, { params: { thingId } })),
  )
  expect(answers).toEqual([{ name: 'ok' }, { name: 'ok' }, { name: 'ok' }])
  expect(refreshes().map((one) => one.body)).toEqual(['{"refreshToken":"r1"}'])
  expect(server.seen).toHaveLength(7)
  expect(stored()).toEqual(['two', 'r2'])
})

test('tokens that another tab got meanwhile are used without a refresh', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = (seen, response) => {
    if (bearer(seen) === 'Bearer two') return json(response, 200, { name: 'ok' })
    storeTokens({ accessToken: 'two', refreshToken: 'r2' })
    json(response, 401, { message: 'No.', error: 'token_expired' })
  }
  expect(await call(readThing, { params: { thingId: 'a' } })).toEqual({ name: 'ok' })
  expect(refreshes()).toEqual([])
})

test.each([
  ['is refused', 401, { message: 'No.', error: 'refresh_failed' }],
  ['lacks the refresh token', 200, { token: 'two' }],
  ['lacks the token', 200, { refreshToken: 'r2' }],
])('when the refresh %s the tokens are cleared and the first error stands', async (_, status, body) => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = (seen, response) =>
    seen.url === '/api/auth/refresh-token'
      ? json(response, status, body)
      : json(response, 401, { message: 'The first refusal.', error: 'token_expired' })
  let told = 0
  const stop = onSessionLost(() => {
    told += 1
  })
  const error = await failed(call(readThing, { params: { thingId: 'a' } }))
  stop()
  expect(error.message).toBe('The first refusal.')
  expect(stored()).toEqual([null, null])
  expect(told).toBe(1)
})

test('a call still refused after the refresh is not repeated again', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = (seen, response) =>
    seen.url === '/api/auth/refresh-token'
      ? json(response, 200, { token: 'two', refreshToken: 'r2' })
      : json(response, 401, { message: 'Still no.', error: 'not_authenticated' })
  expect((await failed(call(readThing, { params: { thingId: 'a' } }))).message).toBe('Still no.')
  expect(server.seen).toHaveLength(3)
  expect(stored()).toEqual(['two', 'r2'])
})

test('a refresh whose answer was lost on the way is asked for once more', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  const portal = rotating('nothing', { token: 'two', refreshToken: 'r2' })
  let lost = false
  answer = (seen, response) => {
    if (seen.url === '/api/auth/refresh-token' && !lost) {
      lost = true
      response.destroy()
      return
    }
    return portal(seen, response)
  }
  expect(await call(readThing, { params: { thingId: 'a' } })).toEqual({ name: 'ok' })
})

test('a refresh that is not answered is asked for again while the old token still holds, and a call that is ended meanwhile ends at once', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  const limits: number[] = []
  const first = new AbortController()
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return ms === 6000 ? first.signal : timeout(ms)
  })
  const portal = rotating('nothing', { token: 'two', refreshToken: 'r2' })
  answer = (seen, response) => {
    if (seen.url !== '/api/auth/refresh-token' || refreshes().length > 1) return portal(seen, response)
  }
  const leaves = new AbortController()
  const left = call(readThing, { params: { thingId: 'left' }, signal: leaves.signal })
  const stays = call(readThing, { params: { thingId: 'a' } })
  await vi.waitFor(() => expect(refreshes()).toHaveLength(1), { timeout: 30_000 })
  const reason = new Error('gone elsewhere')
  leaves.abort(reason)
  await expect(left).rejects.toBe(reason)
  expect(refreshes()).toHaveLength(1)
  first.abort(new DOMException('The first refresh took too long.', 'TimeoutError'))
  expect(await stays).toEqual({ name: 'ok' })
  timeouts.mockRestore()
  expect(refreshes()).toHaveLength(2)
  // Each of the two calls, the two refreshes, and the one that is repeated.
  expect(limits).toEqual([30_000, 30_000, 6000, 30_000, 30_000])
})

test('who logs in elsewhere during a refresh that fails stays logged in', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = (seen, response) => {
    if (seen.url === '/api/auth/refresh-token') {
      storeTokens({ accessToken: 'new', refreshToken: 'n1' })
      return json(response, 401, { message: 'No.', error: 'refresh_failed' })
    }
    return bearer(seen) === 'Bearer new'
      ? json(response, 200, { name: 'ok' })
      : json(response, 401, { message: 'No.', error: 'token_expired' })
  }
  expect(await call(readThing, { params: { thingId: 'a' } })).toEqual({ name: 'ok' })
  expect(stored()).toEqual(['new', 'n1'])
})

test('a call of somebody whose tokens went away in another tab tells that the session is lost', async () => {
  answer = (_, response) => json(response, 401, { message: 'Please log in.', error: 'not_authenticated' })
  let told = 0
  const stop = onSessionLost(() => {
    told += 1
  })
  await failed(call(readThing, { params: { thingId: 'a' } }))
  stop()
  expect(told).toBe(1)
})

test('where too many are there a read, a refresh and what is said to come back do so by themselves; other writes do not', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  const open = rotating('nothing', { token: 'two', refreshToken: 'r2' })
  const turnedAway = new Set<string>()
  answer = (seen, response) => {
    const door = `${seen.method} ${seen.url} ${bearer(seen)}`
    if (turnedAway.has(door)) return open(seen, response)
    turnedAway.add(door)
    response.setHeader('Retry-After', '0')
    json(response, 503, { message: 'Too many.', error: 'unavailable', details: { begun: false } })
  }
  expect(await call(readThing, { params: { thingId: 'a' } })).toEqual({ name: 'ok' })
  const refused = await failed(call(writeThing, { body: { name: 'x' } }))
  expect([refused.status, refused.retryAfter]).toEqual([503, 0])
  turnedAway.delete('POST /api/things Bearer two')
  expect(await call(writeThing, { body: { name: 'x' }, comesBack: true })).toEqual({ name: 'ok' })
  expect(stored()).toEqual(['two', 'r2'])
  expect([...turnedAway]).toEqual([
    'GET /api/things/a Bearer one',
    'POST /api/auth/refresh-token undefined',
    'GET /api/things/a Bearer two',
    'POST /api/things Bearer two',
  ])
})
