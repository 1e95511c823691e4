import { readdir, readFile, rm, symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportLink } from '#shared/exporting/contract.ts'
import { myData } from '#shared/people/account-contract.ts'
import { abstractOverview, submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openS3Peer } from '#tests/s3-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'
import { openS3Store } from './s3-store.ts'
import { BLOCK } from './sent-file.ts'

let t: TestPortal
let url: string
beforeAll(async () => {
  t = await openTestPortal()
  url = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => t.close())

/** An author's own file, everything they have, and all papers: each by its link, with the files that they need. */
async function links() {
  const before = new Set(await stored())
  const [author, admin] = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'admin' })]
  const as = author.token
  const { abstractId } = (await t.upload(submitAbstract, { as, file: await makePdf() })).body
  await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
  const paper = await t.upload(submitPaper, { as, params: { abstractId }, file: await makePdf({ pages: 2 }) })
  const papers = { table: 'papers', format: 'zip', q: author.email }
  return {
    links: {
      file: paper.body.downloadUrl,
      'my data': (await t.call(myData, { as: author.token })).body.downloadUrl,
      export: (await t.call(exportLink, { as: admin.token, query: papers })).body.downloadUrl,
    },
    paperId: paper.body.paperId,
    paths: (await stored()).filter((path) => !before.has(path)),
  }
}

const blobs = () => join(t.dataDir, 'files', 'blobs')
const stored = async () =>
  (await readdir(blobs(), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** A refusal as any other: in the one shape, and nothing of a file in its headers. */
async function refused(link: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + link, { headers })
  const { message, error, ...more } = (await answer.json()) as Record<string, unknown>
  expect([typeof message, more]).toEqual(['string', {}])
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  for (const name of ['content-disposition', 'etag', 'accept-ranges', 'content-range'])
    expect([name, answer.headers.get(name)]).toEqual([name, null])
  return [answer.status, error, answer.headers.get('retry-after')]
}

/** What stands in a zip, by its files' names. */
async function zipAt(link: string) {
  const answer = await fetch(url + link)
  expect(answer.status).toBe(200)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}
/** The files that a zip says it is without. */
const lostIn = (files: Map<string, Buffer>) =>
  (files.get('LOST-FILES.txt')?.toString() ?? '')
    .split('\r\n')
    .slice(2)
    .filter((line) => line !== '')

test('papers that are lost are named in the zip of the others, wherever they would stand in it', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const made = [await links(), await links(), await links()]
  const all = await t.call(exportLink, { as: admin.token, query: { table: 'papers', format: 'zip' } })
  const whole = [...(await zipAt(all.body.downloadUrl)).keys()]
  const pdfs = made.map(({ paperId }) => `${paperId}.pdf`)
  expect(new Set(whole)).toEqual(new Set(pdfs))
  const [first = ''] = pdfs
  const lost = whole.filter((name) => name !== first)
  for (const { paths } of made.slice(1)) for (const path of paths) await rm(path)
  const files = await zipAt(all.body.downloadUrl)
  expect([[...files.keys()], lostIn(files)]).toEqual([['LOST-FILES.txt', first], lost])
})

test('a file whose bytes are gone is refused as lost; a zip comes without it and says so', async () => {
  const { links: made, paths, paperId } = await links()
  const before = [...(await zipAt(made['my data'])).keys()]
  for (const path of paths) await rm(path)
  expect(await refused(made.file)).toEqual([404, 'file_missing', null])
  expect(await refused(made.file, { range: 'bytes=0-9' })).toEqual([404, 'file_missing', null])
  expect((await fetch(url + made.file, { method: 'HEAD' })).status).toBe(404)
  const papers = await zipAt(made.export)
  expect([[...papers.keys()], lostIn(papers)]).toEqual([['LOST-FILES.txt'], [`${paperId}.pdf`]])
  const mine = await zipAt(made['my data'])
  const lost = lostIn(mine)
  expect(lost).toHaveLength(2)
  expect([...mine.keys()]).toEqual(['LOST-FILES.txt', ...before.filter((name) => !lost.includes(name))])
})

test('a disk that fails as a file is read is refused with a time to come back at', async () => {
  const { links: made, paths } = await links()
  for (const path of paths) {
    await rm(path)
    // Opens well; its first byte cannot be read (EIO).
    await symlink('/proc/self/mem', path)
  }
  for (const link of Object.values(made)) expect(await refused(link)).toEqual([503, 'unavailable', '60'])
})

test('of a file that is shorter than it was neither the whole nor a part is sent, and a zip that holds it is broken off', async () => {
  const { links: made, paths } = await links()
  for (const path of paths) await truncate(path, 100)
  for (const headers of [{}, { range: 'bytes=50-149' }])
    expect(await refused(made.file, headers)).toEqual([500, 'internal', null])
  await expect(fetch(url + made.export).then((it) => it.arrayBuffer())).rejects.toThrow()
})

test('of a large file that is shorter than it was nothing is sent as a whole, and a part is broken off', async () => {
  const before = new Set(await stored())
  const { token: as } = await makePerson(t, { role: 'author' })
  const file = await readFile('tests/fixtures/tracemonkey.pdf')
  const { abstractId } = (await t.upload(submitAbstract, { as, file })).body
  const { body } = await t.call(abstractOverview, { as, params: { abstractId } })
  const link = body.abstract.downloadUrl ?? ''
  for (const path of await stored()) if (!before.has(path)) await truncate(path, 2 * BLOCK)
  expect(await refused(link)).toEqual([500, 'internal', null])
  const part = await fetch(url + link, { headers: { range: `bytes=0-${4 * BLOCK}` } })
  expect(part.status).toBe(206)
  await expect(part.arrayBuffer()).rejects.toThrow()
})

test('a bucket that lost a file, or is away, is told the same way', async () => {
  const peer = await openS3Peer()
  let isOpen = true
  const { accessKeyId = '', secretAccessKey = '' } = peer.place.credentials ?? {}
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
  const other = await openTestPortal({ env: { STORAGE_URL: peer.url, ...keys } })
  try {
    const as = (await makePerson(other, { role: 'author' })).token
    const { abstractId } = (await other.upload(submitAbstract, { as, file: await makePdf() })).body
    const { body } = await other.call(abstractOverview, { as, params: { abstractId } })
    const read = async () => {
      const { statusCode, headers, payload } = await other.app.http.inject(body.abstract.downloadUrl ?? '')
      return [statusCode, headers['retry-after'], payload]
    }
    expect((await read())[0]).toBe(200)
    const store = await openS3Store(peer.place, other.dataDir)
    for await (const some of store.keysBefore(new Date(Date.now() + 60_000)))
      for (const key of some) await store.remove(key)
    store.close()
    expect(await read()).toEqual([404, undefined, expect.stringContaining('"error":"file_missing"')])
    await peer.close()
    isOpen = false
    expect(await read()).toEqual([503, '5', expect.stringContaining('"error":"unavailable"')])
  } finally {
    if (isOpen) await peer.close()
    await other.close()
  }
})
