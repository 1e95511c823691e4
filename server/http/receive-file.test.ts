import { Buffer } from 'node:buffer'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { savePreferences } from '#shared/mail/preferences.ts'
import { logoutByPost, me } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'

const MEBIBYTE = 1_048_576

test('a form that cannot be read is refused and read to its end', async () => {
  const t = await openTestPortal()
  try {
    const { token } = await makePerson(t, { role: 'author' })
    const address = new URL(await t.app.http.listen({ host: '127.0.0.1', port: 0 }))
    const line = connect(Number(address.port), '127.0.0.1')
    const common = `host: portal\r\nauthorization: Bearer ${token}`
    const body = 'x'.repeat(3 * MEBIBYTE)
    for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'b'.repeat(5000)}`])
      line.write(
        `POST /api/profile/avatar HTTP/1.1\r\n${common}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    line.write(`GET /api/me HTTP/1.1\r\n${common}\r\nconnection: close\r\n\r\n`)
    let said = ''
    for await (const piece of line) said += String(piece)
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 200'])
  } finally {
    await t.close()
  }
})

test('a file that is refused is read to its end, so that its sender reads the answer and goes on over the same line', async () => {
  const t = await openTestPortal()
  try {
    const { token } = await makePerson(t, { role: 'author' })
    const address = new URL(await t.app.http.listen({ host: '127.0.0.1', port: 0 }))
    const line = connect(Number(address.port), '127.0.0.1')
    const head = 'content-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png'
    const body = Buffer.concat([
      Buffer.from(`--b\r\n${head}\r\n\r\n`),
      Buffer.alloc(12 * MEBIBYTE, 'A'),
      Buffer.from('\r\n--b--\r\n'),
    ])
    const common = `host: portal\r\nauthorization: Bearer ${token}`
    line.write(
      `POST /api/profile/avatar HTTP/1.1\r\n${common}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    line.write(body)
    line.write(`GET /api/me HTTP/1.1\r\n${common}\r\nconnection: close\r\n\r\n`)
    const said: Buffer[] = []
    for await (const piece of line) said.push(piece)
    expect(
      Buffer.concat(said)
        .toString()
        .match(/HTTP\/1\.1 \d+/g),
    ).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  } finally {
    await t.close()
  }
})

test('a form is refused where a call takes no file, by a call without a body too, and nothing is done', async () => {
  const t = await openTestPortal()
  try {
    const { token } = await makePerson(t, { role: 'author' })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const payload = '--x\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--x--\r\n'
    for (const { method, path: url } of [logoutByPost, savePreferences]) {
      const { statusCode } = await t.app.http.inject({ method, url, headers, payload })
      expect([url, statusCode]).toEqual([url, 415])
    }
    expect((await t.call(me, { as: token })).status).toBe(200)
  } finally {
    await t.close()
  }
})

test('a form with a text in place of the file, or with more than it, is malformed and not too large', async () => {
  const t = await openTestPortal()
  try {
    const { token } = await makePerson(t, { role: 'author' })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const text = '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nhello\r\n'
    const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhello\r\n'
    for (const parts of [text, text + file, text + text]) {
      const answer = await t.app.http.inject({
        method: 'POST',
        url: '/api/profile/avatar',
        headers,
        payload: `${parts}--x--\r\n`,
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        {
          error: 'malformed',
          message: 'Send one file, with its name, in the part "file", and nothing else.',
        },
      ])
    }
  } finally {
    await t.close()
  }
})
