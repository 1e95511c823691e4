import { once } from 'node:events'
import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { abstractOverview } from '#shared/submissions/contract.ts'
import { ApiError } from './api-error.ts'
import { forgetEarly, takeEarly } from './early.ts'
import { answerKept, forgetAnswers } from './kept-answers.ts'
import { plainly } from './plainly.ts'
import { askTogether, readWithOthers } from './read-together.ts'
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

const thing = plainly<typeof abstractOverview>('GET', '/api/abstracts/{abstractId}/overview')
const read = (n: number, signal?: AbortSignal) =>
  readWithOthers(thing, { params: { abstractId: `x-${n}` }, signal })
const ofEach = (count: number) => Array.from({ length: count }, (_, n) => `/api/abstracts/x-${n}/overview`)
const readIn = (url: string | undefined) => new URLSearchParams(url?.split('?', 2)[1]).getAll('of')
const answerAll: typeof answer = ({ url }, response) =>
  json(response, 200, { answers: readIn(url).map((of) => told(200, { of })) })

test('what is read at the same moment goes with one request, as many as may; what is read later with another', async () => {
  answer = (seen, response) =>
    seen.url.startsWith('/api/reads') ? answerAll(seen, response) : json(response, 200, { alone: seen.url })
  const first = await Promise.all(Array.from({ length: 14 }, (_, n) => read(n)))
  expect(first).toEqual(ofEach(14).map((of) => ({ of })))
  expect(await read(20)).toEqual({ alone: '/api/abstracts/x-20/overview' })
  expect(asked().map((url) => (url.startsWith('/api/reads') ? readIn(url) : url))).toEqual([
    ofEach(12),
    ofEach(14).slice(12),
    '/api/abstracts/x-20/overview',
  ])
})

test('a read that lacks a parameter is refused by itself', async () => {
  answer = answerAll
  const [lacks, other, third] = [
    failureOf(readWithOthers(thing, { params: { abstractId: '' } })),
    read(0),
    read(1),
  ]
  expect((await lacks).message).toBe('abstractId is required')
  expect(await Promise.all([other, third])).toEqual(ofEach(2).map((of) => ({ of })))
})

test('a request goes on for whoever still waits for it, and ends when nobody does', async () => {
  const [one, two] = [new AbortController(), new AbortController()]
  const come = () =>
    new Promise<{ reply: () => void; gone: Promise<unknown> }>((resolve) => {
      answer = (seen, response) =>
        resolve({ reply: () => void answerAll(seen, response), gone: once(response, 'close') })
    })
  const settled = (reads: readonly Promise<unknown>[]) =>
    Promise.all(reads.map((each) => each.catch((reason: unknown) => reason)))
  const [arrived, first] = [come(), settled([read(0, one.signal), read(1, two.signal)])]
  const { reply } = await arrived
  one.abort('left')
  reply()
  expect((await first)[1]).toEqual({ of: '/api/abstracts/x-1/overview' })
  const three = new AbortController()
  const [again, second] = [come(), settled([read(0, two.signal), read(1, three.signal), read(2, one.signal)])]
  const { gone } = await again
  // Who was gone before it was sent is not asked for.
  expect(readIn(asked().at(-1))).toEqual(['/api/abstracts/x-0/overview', '/api/abstracts/x-1/overview'])
  two.abort('left')
  three.abort('left too')
  await gone
  expect(await second).toEqual(['left too', 'left too', 'left'])
})
