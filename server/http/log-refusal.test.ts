import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readFile } from '#shared/files/contract.ts'
import { me, verifyEmail } from '#shared/people/contract.ts'
import { abstractOverview, deleteAbstract, submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
const warned = vi.fn()
beforeAll(async () => {
  t = await openTestPortal()
  vi.spyOn(t.app.http.log, 'warn').mockImplementation(warned)
})
beforeEach(() => warned.mockClear())
afterAll(async () => {
  vi.restoreAllMocks()
  await t.close()
})

const events = () => warned.mock.calls.map(([facts]) => facts)

test('another’s object, read or removed, is told to the operator: the call and nothing of whose it is', async () => {
  const [owner, other] = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'author' })]
  const { abstractId } = (await t.upload(submitAbstract, { as: owner.token, file: await makePdf() })).body
  for (const spec of [abstractOverview, deleteAbstract])
    expect((await t.call(spec, { as: other.token, params: { abstractId } })).status).toBe(404)
  expect(events()).toEqual(
    [abstractOverview, deleteAbstract].map(({ method, path }) => ({
      event: 'object_refused',
      code: 'not_found',
      call: `${method} ${path.replace('{abstractId}', ':abstractId')}`,
    })),
  )
})

test('a link that is forged is told, without the link; so is a token of a mail', async () => {
  expect((await t.call(readFile, { params: { link: 'e30.forged' } })).status).toBe(422)
  expect((await t.call(verifyEmail, { body: { token: 'forged' } })).status).toBe(422)
  expect(events()).toMatchObject([
    { event: 'object_refused', code: 'invalid_token', call: 'GET /api/files/:link' },
    { event: 'object_refused', code: 'invalid_token' },
  ])
  expect(JSON.stringify(events())).not.toContain('forged')
})

test('what is no object is not told as one: a page that there is not, an answer that went well', async () => {
  const { token } = await makePerson(t, { role: 'author' })
  const headers = { authorization: `Bearer ${token}` }
  expect((await t.app.http.inject({ url: '/api/nothing', headers })).statusCode).toBe(404)
  expect((await t.call(me, { as: token })).status).toBe(200)
  expect(events()).toEqual([])
})
