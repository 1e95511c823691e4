import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { api } from '#shared/api.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { openHttp, pathOf, readable } from './open-http.ts'

test('no log line holds a query or a link that lets its holder in', () => {
  expect(pathOf('/api/papers/P26-0001-K?token=secret')).toBe('/api/papers/P26-0001-K')
  const withLink = Object.values(api).filter(({ path }) => path.includes('{link}'))
  expect(withLink.length).toBeGreaterThan(3)
  expect(pathOf('/api/receipts/secret.part')).toBe('/api/receipts/…')
  expect(pathOf('//api/receipts/secret.part')).toBe('/api/receipts/…')
  for (const { path } of withLink) {
    expect(pathOf(path.replace('{link}', 'secret.part'))).toBe(`${path.slice(0, path.indexOf('{link}'))}…`)
  }
})

test('a long answer is compressed as the client can read it, a short one and a file are not', async () => {
  const t = await openTestPortal()
  try {
    const { token } = await makePerson(t, { role: 'admin' })
    const get = async (url: string, encoding: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
      const { statusCode, rawPayload, headers: answered } = await t.app.http.inject({ url, headers })
      expect(statusCode).toBe(200)
      return { encoding: answered['content-encoding'], length: answered['content-length'], rawPayload }
    }
    const long = '/api/admin/email-templates'
    const plain = await get(long, 'identity')
    expect(plain.encoding).toBeUndefined()
    expect(plain.rawPayload.length).toBeGreaterThan(1400)
    const [br, gzip] = [await get(long, 'gzip, deflate, br'), await get(long, 'gzip')]
    expect([br.encoding, gzip.encoding]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload)
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
    expect((await get('/api/me', 'br')).encoding).toBeUndefined()
    const file = await get('/api/admin/export/people.json', 'br')
    expect([file.encoding, file.length]).toEqual([undefined, String(file.rawPayload.length)])
  } finally {
    await t.close()
  }
})

test('a path whose escapes mean nothing is answered as any other that is not there', async () => {
  const t = await openTestPortal()
  try {
    const answer = await t.app.http.inject({ url: '/api/x/%E0%A4%A?q=%E0' })
    expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ error: 'not_found' })])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  } finally {
    await t.close()
  }
})

test('a path in escapes that it does not need is the path itself: for the router, the headers and the log', async () => {
  expect(readable('/%61%70i/%7E%2Fa%20b%25?q=%61')).toBe('/api/~%2Fa%20b%25?q=%61')
  expect(pathOf(readable('/%61pi/f%69les/secret.part'))).toBe('/api/files/…')
  const t = await openTestPortal()
  try {
    const { token } = await makePerson(t, { role: 'author' })
    const headers = { authorization: `Bearer ${token}` }
    const plain = await t.app.http.inject({ url: '/api/me', headers })
    const escaped = await t.app.http.inject({ url: '/%61p%69%2Fme', headers })
    const spelt = await t.app.http.inject({ url: '/%61p%69/%6D%65?q=%61', headers })
    expect([plain.statusCode, spelt.statusCode, escaped.statusCode]).toEqual([200, 200, 404])
    expect([plain, spelt].map((answer) => answer.headers['cache-control'])).toEqual(['no-store', 'no-store'])
    expect(spelt.headers.date).toBe(plain.headers.date)
  } finally {
    await t.close()
  }
})

test('a connection on which nothing was asked does not hold up the end', async () => {
  const t = await openTestPortal()
  const { server } = t.app.http
  // Without these it would be ended by itself, after a minute.
  server.headersTimeout = 0
  server.requestTimeout = 0
  server.setTimeout(0)
  const address = new URL(await t.app.http.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), '127.0.0.1')
  const ended = once(socket, 'close')
  await once(server, 'connection')
  await t.close()
  await ended
  expect(socket.destroyed).toBe(true)
})

test('what is first asked on an open connection while the portal ends is answered as ever, and is the last on it', async () => {
  const t = await openTestPortal()
  const address = new URL(await t.app.http.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), '127.0.0.1')
  await once(t.app.http.server, 'connection')
  const ended = t.close()
  await expect.poll(() => t.app.http.server.listening).toBe(false)
  socket.write('GET /api/health/ready HTTP/1.1\r\nHost: portal.example\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*"status":"ok"/is)
  await ended
})

test('an answer that was begun before the end does not hold it up once it is whole', async () => {
  const http = await openHttp(readConfig({ LOG_LEVEL: 'silent' }), () => new Date())
  const body = new PassThrough()
  http.get('/long', async (_request, reply) => reply.type('text/plain').send(body))
  // Without this the connection would be ended by itself, after a minute.
  http.server.keepAliveTimeout = 0
  const address = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), '127.0.0.1')
  socket.write('GET /long HTTP/1.1\r\nHost: portal.example\r\n\r\n')
  body.write('first ')
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: keep-alive\r\n/is)
  const ended = http.close()
  await expect.poll(() => http.server.listening).toBe(false)
  body.end('last')
  expect(await text(socket)).toContain('last')
  await ended
})

test('what never comes to its end does not hold up the portal’s for good', async () => {
  const http = await openHttp(readConfig({ LOG_LEVEL: 'silent' }), () => new Date())
  http.post('/drip', async () => '')
  const address = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), '127.0.0.1')
  socket.on('error', () => undefined)
  const lost = once(socket, 'close')
  const arrives = once(http.server, 'request')
  const head = 'POST /drip HTTP/1.1\r\nHost: portal.example\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Content-Length: 100\r\n\r\n{`)
  await arrives
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = http.close()
  await vi.advanceTimersByTimeAsync(89_000)
  socket.write(' ')
  expect(socket.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  await lost
  await ended
})

test.each(['EMFILE', 'ENFILE'])(
  'without a file handle left (%s) it is 503, with a time to come back at',
  async (code) => {
    const http = await openHttp(readConfig({ LOG_LEVEL: 'silent' }), () => new Date())
    try {
      http.get('/api/any', async (_request, reply) => {
        void reply.headers({ ETag: '"one"', 'Content-Disposition': 'attachment', 'Content-Length': 3 })
        throw Object.assign(new Error(`${code}: too many open files, open '/srv/x'`), { code })
      })
      const answer = await http.inject('/api/any')
      expect([answer.statusCode, answer.headers['retry-after'], answer.json().error]).toEqual([
        503,
        '5',
        'unavailable',
      ])
      // Nothing is left of what was about to be answered.
      expect([answer.headers.etag, answer.headers['content-disposition']]).toEqual([undefined, undefined])
      expect(answer.payload).not.toContain('/srv/x')
    } finally {
      await http.close()
    }
  },
)
