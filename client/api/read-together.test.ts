import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { forgetEarly, takeEarly } from './early.ts'
import { answerKept, forgetAnswers } from './kept-answers.ts'
import { plainly } from './plainly.ts'
import { askTogether } from './read-together.ts'
import { json, testServer } from './test-server.ts'

const things = { spec: plainly('GET', '/api/things'), query: { limit: 2 } }
const one = { spec: plainly('GET', '/api/things/{thingId}'), params: { thingId: 'x-1' } }
const [THINGS, ONE] = ['/api/things?limit=2', '/api/things/x-1']
const TOGETHER = `/api/reads?${new URLSearchParams([
  ['of', THINGS],
  ['of', ONE],
])}`

let server: Awaited<ReturnType<typeof testServer>>
let answer: Parameters<typeof testServer>[0]
beforeEach(async () => {
  vi.stubGlobal('localStorage', new Window().localStorage)
  server = await testServer((seen, response) => answer(seen, response))
  vi.stubEnv('VITE_API_URL', server.url)
})
afterEach(async () => {
  forgetEarly()
  forgetAnswers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await server.close()
})

const asked = () => server.seen.map(({ url }) => url)
const told = (status: number, body: unknown, more: object = {}) => ({
  ...{ status, tag: null, retryAfter: null, body },
  ...more,
})
const failureOf = async (read: Promise<unknown> | undefined): Promise<ApiError> => {
  const error: unknown = await read?.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`)
  return error
}

test('several are asked with one request, and each answer is there for whoever asks for it, its tag kept', async () => {
  answer = (_, response) =>
    json(response, 200, { answers: [told(200, { items: [] }, { tag: 'W/"1"' }), told(200, { name: 'x' })] })
  askTogether([things, one])
  expect(await takeEarly(THINGS)).toEqual({ items: [] })
  expect(await takeEarly(ONE)).toEqual({ name: 'x' })
  expect(asked()).toEqual([TOGETHER])
  expect(answerKept(server.url + THINGS)).toEqual({ tag: 'W/"1"', text: '{"items":[]}' })
})

test('one that is refused is refused in its words; the others are answered', async () => {
  const busy = { message: 'Come back.', error: 'unavailable' }
  answer = (_, response) =>
    json(response, 200, { answers: [told(503, busy, { retryAfter: '7' }), told(200, { name: 'x' })] })
  askTogether([things, one])
  const [first, second] = [takeEarly(THINGS), takeEarly(ONE)]
  const { status, message, retryAfter } = await failureOf(first)
  expect({ status, message, retryAfter }).toEqual({ status: 503, message: 'Come back.', retryAfter: 7 })
  expect(await second).toEqual({ name: 'x' })
})

test('where the session ran out within, and where the server knows no such call, each is asked by itself', async () => {
  for (const [status, body] of [
    [200, { answers: [told(401, {}), told(401, {})] }],
    [404, { message: 'Unknown', error: 'not_found' }],
  ] as const) {
    server.seen.length = 0
    answer = ({ url }, response) =>
      url.startsWith('/api/reads') ? json(response, status, body) : json(response, 200, { alone: url })
    askTogether([things, one])
    expect(await Promise.all([takeEarly(THINGS), takeEarly(ONE)])).toEqual([
      { alone: THINGS },
      { alone: ONE },
    ])
    expect(asked().toSorted()).toEqual([TOGETHER, THINGS, ONE].toSorted())
  }
})

test('where there are too many people nobody asks for each by itself', async () => {
  answer = (_, response) => json(response, 503, { message: 'Come back.', error: 'unavailable' })
  askTogether([things, one])
  const failures = [takeEarly(THINGS), takeEarly(ONE)].map(failureOf)
  expect((await Promise.all(failures)).map(({ status }) => status)).toEqual([503, 503])
  expect(asked()).toEqual([TOGETHER])
})

test('one alone is asked as it is', async () => {
  answer = (_, response) => json(response, 200, { name: 'x' })
  askTogether([one])
  expect(await takeEarly(ONE)).toEqual({ name: 'x' })
  expect(asked()).toEqual([ONE])
})
