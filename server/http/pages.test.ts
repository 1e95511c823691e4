import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-pages-'))
  const files = {
    'index.html': 'any page',
    'pages/author.html': 'the author’s page',
    'pages/admin/people.html': 'the page of people',
    'assets/first-1.js': 'a script',
    'assets/first-1.js.br': 'the same, compressed',
    'icon.svg': 'a drawing',
    'assets/pdf.worker.min-1.mjs': 'a worker',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  t = await openTestPortal({ pages: folder })
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true })
})

const open = async (url: string) => {
  const { statusCode, body, headers } = await t.app.http.inject({ method: 'GET', url })
  return [statusCode, body, headers['cache-control']]
}

test.each([
  ['/', 'any page'],
  ['/author', 'the author’s page'],
  ['/author?view=ongoing', 'the author’s page'],
  ['/admin/people', 'the page of people'],
  ['/admin', 'any page'],
  ['/author/nowhere', 'any page'],
  ['/..%2Fpages/author', 'any page'],
  ['//author', 'any page'],
])('%s is answered with %s, never kept', async (url, text) => {
  expect(await open(url)).toEqual([200, text, 'no-cache'])
})

test('what begins with two slashes is a page like any other, also where it is no host', async () => {
  const address = new URL(await t.app.http.listen({ host: '127.0.0.1', port: 0 }))
  const said: string[] = []
  // As it is written: a client of ours would read it as an address first.
  for (const path of ['//', '///', '//[', '//:80', '//author?a=[', '/%', '//%'])
    said.push(`${path} ${await statusOver(Number(address.port), path)}`)
  expect(said).toEqual(['// 200', '/// 200', '//[ 200', '//:80 200', '//author?a=[ 200', '/% 200', '//% 200'])
})

async function statusOver(port: number, path: string): Promise<string | undefined> {
  const line = connect(port, '127.0.0.1')
  line.write(`GET ${path} HTTP/1.1\r\nhost: portal\r\nconnection: close\r\n\r\n`)
  let said = ''
  for await (const piece of line) said += String(piece)
  return /^HTTP\/1\.1 (\d+)/.exec(said)?.[1]
}

test('a script is kept for ever; one that is not there is not a page', async () => {
  expect(await open('/assets/first-1.js')).toEqual([200, 'a script', 'public, max-age=31536000, immutable'])
  expect((await open('/assets/gone-2.js'))[0]).toBe(404)
  expect((await open('/api/nowhere'))[0]).toBe(404)
})

test('a file beside the assets is asked for anew each time, and nothing that is no file of the folder is one', async () => {
  expect(await open('/icon.svg?v=2')).toEqual([200, 'a drawing', 'no-cache'])
  expect(await open('/pages/author.html')).toEqual([200, 'the author’s page', 'no-cache'])
  for (const url of ['/assets', '/pages/', '/icon.svg/', '//icon.svg', '/..%2Ficon.svg'])
    expect(await open(url), url).toEqual([200, 'any page', 'no-cache'])
  for (const url of ['/assets/', '/assets/..%2Ficon.svg']) expect((await open(url))[0], url).toBe(404)
})

test('whoever takes brotli is given the compressed file, and HEAD tells of it without its bytes', async () => {
  const ask = async (method: 'GET' | 'HEAD', url: string) => {
    const answer = await t.app.http.inject({ method, url, headers: { 'accept-encoding': 'br' } })
    const { 'content-encoding': encoding, 'content-type': type, 'content-length': length } = answer.headers
    return [answer.statusCode, answer.body, encoding, type, length]
  }
  const said = ['br', 'application/javascript; charset=utf-8', '20']
  expect(await ask('GET', '/assets/first-1.js')).toEqual([200, 'the same, compressed', ...said])
  expect(await ask('HEAD', '/assets/first-1.js')).toEqual([200, '', ...said])
  expect((await ask('HEAD', '/assets/gone-2.js'))[0]).toBe(404)
})

test('a part of a script is not to be had: whoever asks for one is given all of it', async () => {
  for (const range of ['bytes=0-1', 'bytes=9999-']) {
    const { statusCode, body } = await t.app.http.inject({ url: '/assets/first-1.js', headers: { range } })
    expect([statusCode, body]).toEqual([200, 'a script'])
  }
})

test('a page and a worker come with the policy, a script only with what a script needs', async () => {
  const policyOf = async (url: string) => {
    const { headers } = await t.app.http.inject({ method: 'GET', url })
    return [headers['content-security-policy'] !== undefined, headers['x-content-type-options']]
  }
  for (const url of ['/author', '/assets/pdf.worker.min-1.mjs', '/assets/gone-2.js', '/api/config'])
    expect(await policyOf(url), url).toEqual([true, 'nosniff'])
  expect(await policyOf('/assets/first-1.js')).toEqual([false, 'nosniff'])
})
