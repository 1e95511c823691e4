import { expect, test } from 'vitest'
import { logout, me, uploadAvatar } from '#shared/people/contract.ts'
import { listOngoing, submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { png } from '../../../trust/files/hostile-pictures.ts'

test('a paper is kept by no browser; a picture is asked for each time, costs nothing while it is the same, and opens nothing after the log-out', async () => {
  const t = await openTestPortal()
  try {
    const author = await makePerson(t, { role: 'author' })
    const ask = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await t.app.http.inject({ url, headers })
      return { ...answer, caching: answer.headers['cache-control'], etag: String(answer.headers['etag']) }
    }

    await t.upload(submitAbstract, { as: author.token, file: await makePdf() })
    const { abstracts } = (await t.call(listOngoing, { as: author.token })).body
    const url = abstracts[0]?.downloadUrl ?? ''
    const whole = await ask(url)
    expect([whole.statusCode, whole.caching]).toEqual([200, 'no-store'])
    const part = await ask(url, { range: 'bytes=0-9' })
    expect([part.statusCode, part.caching]).toEqual([206, 'no-store'])
    // Of a HEAD there are no parts (RFC 9110 §14.2).
    const head = await t.app.http.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-9' } })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, whole.headers['content-length']])
    // The rest of a file is given where it is the same file still.
    const rest = async (ifRange: string) =>
      (await ask(url, { range: 'bytes=5-', 'if-range': ifRange })).statusCode
    expect([await rest(whole.etag), await rest(`W/${whole.etag}`), await rest('"another"')]).toEqual([
      206, 200, 200,
    ])

    await t.upload(uploadAvatar, { as: author.token, file: png(1, 1), fileName: 'me.png', type: 'image/png' })
    const { photoUrl } = (await t.call(me, { as: author.token })).body.profile
    const first = await ask(photoUrl ?? '')
    expect([first.statusCode, first.caching]).toEqual([200, 'private, no-cache'])
    const again = await ask(photoUrl ?? '', { 'if-none-match': first.etag })
    expect([again.statusCode, again.caching, again.body]).toEqual([304, 'private, no-cache', ''])
    for (const known of [`"other", W/${first.etag}`, '*'])
      expect((await ask(photoUrl ?? '', { 'if-none-match': known })).statusCode, known).toBe(304)
    await t.call(logout, { as: author.token })
    const later = await ask(photoUrl ?? '', { 'if-none-match': first.etag })
    expect([later.statusCode >= 400, later.caching]).toEqual([true, 'no-store'])
  } finally {
    await t.close()
  }
})
