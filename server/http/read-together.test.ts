import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#shared/api.ts'
import { readTogether } from '#shared/operations/contract.ts'
import { logout } from '#shared/people/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let ada: MadePerson
let addresses: { hers: string; others: string }
beforeAll(async () => {
  t = await openTestPortal()
  const [reviewer, admin] = [
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'admin' }),
  ]
  ada = await makePerson(t, { role: 'author' })
  const ben = await makePerson(t, { role: 'author' })
  const overviewOf = async (author: MadePerson) => {
    const { abstractId } = await submissionAt(t, 'abstract_submitted', { author, reviewer, admin })
    return `/api/abstracts/${abstractId}/overview`
  }
  addresses = { hers: await overviewOf(ada), others: await overviewOf(ben) }
})
afterAll(() => t.close())

const together = (of: string | string[], token: string | undefined = ada.token) =>
  t.call(readTogether, { ...(token !== undefined && { as: token }), query: { of } })

const alone = async (url: string) => {
  const { statusCode, headers, payload } = await t.app.http.inject({
    url,
    headers: { authorization: `Bearer ${ada.token}` },
  })
  const { etag = null, 'retry-after': retryAfter = null } = headers
  return { status: statusCode, tag: etag, retryAfter, body: JSON.parse(payload) }
}

test('each is answered, or refused, as it is by itself', async () => {
  const of = [
    '/api/me',
    '/api/abstracts/ongoing?limit=1',
    addresses.hers,
    addresses.others,
    '/api/admin/settings',
    '/api/abstracts/ongoing?limit=none',
  ]
  const { status, body } = await together(of)
  expect(status).toBe(200)
  expect(body).toEqual({ answers: await Promise.all(of.map(alone)) })
  expect(body.answers.map((one) => one.status)).toEqual([200, 200, 200, 404, 403, 422])
  expect(readTogether.answer.parse(body)).toEqual(body)
})

test('one alone needs no list', async () => {
  expect((await together('/api/me')).body).toEqual({ answers: [await alone('/api/me')] })
})

test('what is no read of JSON, itself, nothing and too many are refused before any is read', async () => {
  const files = Object.values(api).filter(({ answer }) => answer instanceof z.ZodFile)
  expect(files.length).toBeGreaterThan(5)
  const strange = [
    ...files.map(({ path }) => path.replace(/\{\w+\}/g, 'x')),
    '/api/reads?of=/api/me',
    '/api/auth/logout',
    '/api/nothing',
    '/metrics',
    '//elsewhere.example/api/me',
    'https://elsewhere.example/api/me',
    '/api/admin/users/..\\..\\auth\\logout',
    '/api/admin/users/../../auth/logout',
    '/api/admin/users/%2e%2e/%2e%2e/auth/logout',
    '/api/admin/users/..%5C..%5Creads',
    '/api/me#/api/auth/logout',
    '/api/me?a=\\',
  ]
  for (const one of strange) expect([one, (await together(['/api/me', one])).status]).toEqual([one, 422])
  expect((await together([])).status).toBe(422)
  expect((await together(Array<string>(12).fill('/api/me'))).status).toBe(200)
  expect((await together(Array<string>(13).fill('/api/me'))).status).toBe(422)
})

test('who is not logged in, or no more, is told so once', async () => {
  expect((await t.app.http.inject({ url: '/api/reads?of=/api/me' })).statusCode).toBe(401)
  expect((await together('/api/me', 'tampered')).status).toBe(401)
  const { token } = await makePerson(t, { role: 'author' })
  expect((await together('/api/me', token)).status).toBe(200)
  await t.call(logout, { as: token })
  expect((await together('/api/me', token)).status).toBe(401)
})
