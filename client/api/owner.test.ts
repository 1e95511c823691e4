import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { call } from './call.ts'
import { keepEarly, takeEarly } from './early.ts'
import { answerKept, keepAnswer } from './kept-answers.ts'
import { enterAs, isSomebodyElses, onOtherOwner, ownToken } from './owner.ts'
import { clearSession, storeTokens } from './session.ts'
import { json, testServer } from './test-server.ts'

const save = endpoint({
  method: 'POST',
  path: '/api/things',
  tag: 'Test',
  summary: 'Saves.',
  access: 'signed-in',
  answer: z.object({ name: z.string() }),
})

let server: Awaited<ReturnType<typeof testServer>>
let assigned: ReturnType<typeof vi.fn>
beforeEach(async () => {
  assigned = vi.fn()
  const location = { assign: assigned }
  vi.stubGlobal('window', { addEventListener: () => undefined, location })
  vi.stubGlobal('localStorage', new Window().localStorage)
  server = await testServer((_, response) => json(response, 200, { name: 'ok' }))
  vi.stubEnv('VITE_API_URL', server.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await server.close()
})

/** Tokens as the server gives them; `nth` tells those of one person apart. */
const tokensOf = (sub: string, nth = 0) => ({
  accessToken: `head.${btoa(JSON.stringify({ sub, nth }))}.mark`,
  refreshToken: `refresh-${sub}-${nth}`,
})

test('a page goes on with what another tab has refreshed, and sends nothing for who logged in there', async () => {
  enterAs(tokensOf('alice'))
  storeTokens(tokensOf('alice', 1))
  expect([isSomebodyElses(), await call(save)]).toEqual([false, { name: 'ok' }])
  clearSession()
  expect([isSomebodyElses(), ownToken(), assigned.mock.calls]).toEqual([false, null, []])

  storeTokens(tokensOf('bob'))
  expect(isSomebodyElses()).toBe(true)
  await expect(call(save)).rejects.toMatchObject({ code: 'somebody_else', status: 0 })
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${tokensOf('alice', 1).accessToken}`,
  ])
  expect(assigned.mock.calls).toEqual([['/']])
})

test('a refusal is not repeated with the token of who logged in meanwhile', async () => {
  enterAs(tokensOf('alice'))
  await server.close()
  server = await testServer((_, response) => {
    storeTokens(tokensOf('bob'))
    json(response, 401, { message: 'No.', error: 'token_expired' })
  })
  vi.stubEnv('VITE_API_URL', server.url)
  await expect(call(save)).rejects.toMatchObject({ code: 'somebody_else' })
  expect(server.seen).toHaveLength(1)
})

test('who logs in on a page after somebody else finds nothing of what it knew; who comes back finds all', () => {
  enterAs(tokensOf('alice'))
  let told = 0
  const stop = onOtherOwner(() => {
    told += 1
  })
  keepEarly('/api/me', Promise.resolve('alice'))
  keepAnswer('/api/me', 'W/"a"', '"alice"')
  enterAs(tokensOf('alice', 1))
  expect([told, takeEarly('/api/me') !== undefined, answerKept('/api/me')?.text]).toEqual([
    0,
    true,
    '"alice"',
  ])

  keepEarly('/api/me', Promise.resolve('alice'))
  clearSession()
  keepAnswer('/api/me', 'W/"a"', '"alice"')
  enterAs(tokensOf('bob'))
  expect([told, takeEarly('/api/me'), answerKept('/api/me'), isSomebodyElses()]).toEqual([
    1,
    undefined,
    undefined,
    false,
  ])
  expect(ownToken()).toBe(tokensOf('bob').accessToken)
  stop()
})
