import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '#shared/core/errors.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let port: number
beforeAll(async () => {
  t = await openTestPortal()
  port = Number(new URL(await t.app.http.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => t.close())

/** All that comes back on one line of its own, until the portal closes it. */
function answersTo(lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      text += part
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

const HEAD = ['POST /api/auth/login HTTP/1.1', 'Host: portal.example', 'Content-Type: application/json']
const SMUGGLED = ['GET /api/config HTTP/1.1', 'Host: portal.example', 'Connection: close', '', '']
const LENGTH = String(SMUGGLED.join('\r\n').length + 5)

test('headers beyond the limit, and what is no request, are refused in the shape of every refusal', async () => {
  for (const [lines, status, error] of [
    [[...SMUGGLED.slice(0, 2), `X-Long: ${'x'.repeat(20_000)}`, '', ''], 431, 'too_large'],
    [['no request', '', ''], 400, 'malformed'],
  ] as const) {
    const [head = '', body = ''] = (await answersTo(lines)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nContent-Type: application/json`))
    expect(errorBody.strict().parse(JSON.parse(body))).toMatchObject({ error })
  }
})

test('a second call behind the first one is answered, so that what follows can fail', async () => {
  const text = await answersTo([...HEAD, 'Content-Length: 2', '', `{}${SMUGGLED[0]}`, ...SMUGGLED.slice(1)])
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 422', 'HTTP/1.1 200'])
})

test.each([
  ['both a length and parts', [`Content-Length: ${LENGTH}`, 'Transfer-Encoding: chunked']],
  ['both, the other way round', ['Transfer-Encoding: chunked', `Content-Length: ${LENGTH}`]],
  ['two lengths', ['Content-Length: 5', `Content-Length: ${LENGTH}`]],
  ['a length with a sign', ['Content-Length: +5']],
  ['two lengths in one', [`Content-Length: 5, ${LENGTH}`]],
  ['parts spelt with a blank before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 5']],
  ['a transfer that is unknown', ['Transfer-Encoding: xchunked', 'Content-Length: 5']],
  ['parts before another transfer', ['Transfer-Encoding: chunked, identity']],
  ['a header that goes on in the next line', ['Transfer-Encoding:', ' chunked', 'Content-Length: 5']],
])('a request with %s is refused whole, and what lies in it is not taken for another', async (_, framing) => {
  const text = await answersTo([...HEAD, ...framing, '', '0', '', ...SMUGGLED])
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})
