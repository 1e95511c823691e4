import { expect, test } from 'vitest'
import { saveProfile } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal } from '#tests/test-portal.ts'

test('a read without news costs 304 and no words; any news, another person or a refusal is answered in full', async () => {
  const t = await openTestPortal()
  try {
    const [ada, ben] = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'author' })]
    const get = async (token: string, tag = '', url = '/api/me') => {
      const headers = { authorization: `Bearer ${token}`, 'if-none-match': tag }
      const { statusCode, payload, headers: answered } = await t.app.http.inject({ url, headers })
      return {
        status: statusCode,
        tag: String(answered['etag']),
        payload,
        caching: answered['cache-control'],
      }
    }
    const first = await get(ada.token)
    expect([first.status, first.caching]).toEqual([200, 'no-store'])
    expect(await get(ada.token, first.tag)).toEqual({ ...first, status: 304, payload: '' })

    const strong = first.tag.slice(2)
    for (const known of [`"other", ${first.tag}`, `${first.tag},W/"other"`, strong, '*', ' * '])
      expect((await get(ada.token, known)).status, known).toBe(304)
    for (const known of ['"other"', `"other", "${strong.slice(2)}`, strong.replaceAll('"', ''), '"*"'])
      expect((await get(ada.token, known)).status, known).toBe(200)

    const ofBen = await get(ben.token, first.tag)
    expect(ofBen.status).toBe(200)
    expect(ofBen.tag).not.toBe(first.tag)
    expect((await get('tampered', first.tag)).status).toBe(401)
    const refused = await get(ada.token, first.tag, '/api/admin/settings')
    expect([refused.status, refused.tag]).toEqual([403, 'undefined'])

    await t.call(saveProfile, {
      as: ada.token,
      body: { firstName: 'Adele', lastName: 'New', organization: 'North' },
    })
    const after = await get(ada.token, first.tag)
    expect([after.status, after.tag === first.tag]).toEqual([200, false])
  } finally {
    await t.close()
  }
})

test('a page of a list costs 304 until there is news in it', async () => {
  const t = await openTestPortal()
  try {
    const [author, admin, reviewer] = [
      await makePerson(t, { role: 'author' }),
      await makePerson(t, { role: 'admin' }),
      await makePerson(t, { role: 'reviewer' }),
    ]
    const cast = { author, admin, reviewer }
    await submissionAt(t, 'abstract_submitted', cast)
    for (const [{ token }, url] of [
      [admin, '/api/admin/abstracts?limit=1'],
      [author, '/api/abstracts/ongoing?limit=1'],
    ] as const) {
      const get = async (tag: string) => {
        const headers = { authorization: `Bearer ${token}`, 'if-none-match': tag }
        const { statusCode, headers: answered } = await t.app.http.inject({ url, headers })
        return { status: statusCode, tag: String(answered['etag']) }
      }
      const first = await get('')
      expect(first.status).toBe(200)
      const head = await t.app.http.inject({
        method: 'HEAD',
        url,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([head.statusCode, head.headers['etag'], head.payload]).toEqual([200, first.tag, ''])
      expect(await get(first.tag)).toEqual({ ...first, status: 304 })
      await submissionAt(t, 'abstract_submitted', cast)
      const after = await get(first.tag)
      expect([after.status, after.tag === first.tag]).toEqual([200, false])
    }
  } finally {
    await t.close()
  }
})

test('what is sent compressed has the same tag, and “unchanged” is not compressed', async () => {
  const t = await openTestPortal()
  try {
    const { token } = await makePerson(t, { role: 'admin' })
    const get = async (headers: Record<string, string>) => {
      const url = '/api/admin/email-templates'
      return t.app.http.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } })
    }
    const plain = await get({ 'accept-encoding': 'identity' })
    const packed = await get({ 'accept-encoding': 'br' })
    const tag = String(plain.headers['etag'])
    expect([packed.headers['content-encoding'], packed.headers['etag']]).toEqual(['br', tag])
    const again = await get({ 'accept-encoding': 'br', 'if-none-match': tag })
    expect([again.statusCode, again.headers['content-encoding'], again.payload]).toEqual([304, undefined, ''])
  } finally {
    await t.close()
  }
})
