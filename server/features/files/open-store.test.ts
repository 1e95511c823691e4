import { count, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, submissionTexts, versions } from '#server/db/schema.ts'
import * as author from '#shared/submissions/contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openS3Peer } from '#tests/s3-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { openS3Store } from './s3-store.ts'

/** A portal that keeps its files in a bucket. */
async function openPortal() {
  const peer = await openS3Peer('conference/')
  const env = {
    STORAGE_URL: peer.url,
    AWS_ACCESS_KEY_ID: peer.place.credentials?.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: peer.place.credentials?.secretAccessKey ?? '',
  }
  const t = await openTestPortal({ env })
  return { peer, t, ada: await makePerson(t, { role: 'author' }) }
}

let t: TestPortal
let peer: Awaited<ReturnType<typeof openS3Peer>>
let ada: MadePerson
beforeAll(async () => {
  ;({ t, peer, ada } = await openPortal())
})
afterAll(async () => {
  await t.close()
  await peer.close()
})

/** Downloads an author's only abstract. */
async function download(
  portal: TestPortal,
  who: MadePerson,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const [item] = (await portal.call(author.listOngoing, { as: who.token })).body.abstracts
  const url = item?.downloadUrl?.replace('https://portal.example', '') ?? ''
  return portal.app.http.inject({ method, url, headers })
}

async function keysInBucket(): Promise<string[]> {
  const store = await openS3Store(peer.place, t.dataDir)
  const keys: string[] = []
  for await (const some of store.keysBefore(new Date(Date.now() + 60_000))) keys.push(...some)
  store.close()
  return keys
}

test('a file goes to the bucket, is read and served from there, and is removed with its submission', async () => {
  const file = await makePdf()
  const sent = await t.upload(author.submitAbstract, { as: ada.token, file })
  const [stored] = await t.database.db.select({ key: files.storageKey }).from(files)
  expect(await keysInBucket()).toEqual([stored?.key])

  const whole = await download(t, ada)
  expect([whole.statusCode, whole.rawPayload.equals(file)]).toEqual([200, true])
  const part = await download(t, ada, { range: 'bytes=1-3' })
  expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([
    206,
    `bytes 1-3/${file.length}`,
    'PDF',
  ])
  const head = await download(t, ada, {}, 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(file.length), ''])
  await t.drain()
  expect(await t.database.db.select({ texts: count() }).from(submissionTexts)).toEqual([{ texts: 1 }])

  const params = { abstractId: sent.body.abstractId }
  expect((await t.call(author.deleteAbstract, { as: ada.token, params })).status).toBe(200)
  t.clock.advance(40 * 24 * 3_600_000)
  await t.app.doChores()
  await t.drain()
  expect(await keysInBucket()).toEqual([])
})

test('while the bucket does not answer nothing is half there: uploads and downloads say when to come back', async () => {
  const own = await openPortal()
  await own.t.upload(author.submitAbstract, { as: own.ada.token, file: await makePdf() })
  await own.peer.close()
  const refused = await own.t.upload(author.submitAbstract, { as: own.ada.token, file: await makePdf() })
  expect([refused.status, refused.headers['retry-after'], refused.refusal]).toEqual([
    503,
    '5',
    { error: 'unavailable', message: 'The store of files does not answer. Try again in a moment.' },
  ])
  const read = await download(own.t, own.ada)
  expect([read.statusCode, read.headers['content-length'], read.headers['content-type']]).toEqual([
    503,
    String(read.rawPayload.length),
    'application/json; charset=utf-8',
  ])
  const live = await own.t.database.db
    .select({ versions: count() })
    .from(versions)
    .where(isNull(versions.retiredAt))
  expect(live).toEqual([{ versions: 1 }])
  await own.t.close()
})
