import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#server/db/schema.ts'
import { logout, me, uploadAvatar } from '#shared/people/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { addPublicationPdf } from '#shared/reviewing/publications-contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { png } from '../../trust/files/hostile-pictures.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

/** Sends a file, with something that comes to pass while its bytes are on their way. */
async function slowly(
  { path, method }: { path: string; method: 'POST' },
  { token }: MadePerson,
  { file, fileName }: { file: Buffer; fileName: string },
  meanwhile: () => Promise<unknown>,
) {
  async function* body() {
    yield `--b\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
    yield file.subarray(0, 20)
    await meanwhile()
    yield file.subarray(20)
    yield '\r\n--b--\r\n'
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await t.app.http.inject({ method, url: path, headers, payload: Readable.from(body()) })
  return { status: answer.statusCode, error: answer.json().error }
}

const picture = { file: png(1, 1), fileName: 'me.png' }

test('an upload that ends after its session is refused, and nothing is left of it', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const ended = await slowly(uploadAvatar, ada, picture, () => t.call(logout, { as: ada.token }))
  expect(ended).toEqual({ status: 401, error: 'token_expired' })
  expect(await t.database.db.select().from(files)).toEqual([])
})

test('so is one of somebody who may no longer do it', async () => {
  const [admin, rita] = [await makePerson(t, { role: 'admin' }), await makePerson(t, { role: 'reviewer' })]
  const given = { file: await makePdf({ title: 'Bridges' }), fileName: 'paper.pdf' }
  const change = (role: string) => () =>
    t.call(changeUser, { as: admin.token, params: { userId: rita.id }, body: { role } })
  expect(await slowly(addPublicationPdf, rita, given, change('author'))).toEqual({
    status: 403,
    error: 'forbidden',
  })
  await change('reviewer')()
  expect((await slowly(addPublicationPdf, rita, given, async () => {})).status).toBe(200)
})

test('one on a slow line goes on where its token runs out on the way', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const late = await slowly(uploadAvatar, ada, picture, async () => t.clock.advance(16 * 60_000))
  expect(late.status).toBe(200)
  expect((await t.call(me, { as: ada.token })).status).toBe(401)
})
