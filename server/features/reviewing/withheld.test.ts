import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeBlob } from '#server/db/remove-blob-kind.ts'
import { cleanCopies, files, versions } from '#server/db/schema.ts'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { previewPaper, requestPaperChange } from '#shared/reviewing/contract.ts'
import * as desk from '#shared/reviewing/desk-contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
let rita: MadePerson
beforeAll(async () => {
  t = await openTestPortal({ breaksRules: true })
  ada = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
  rita = await makePerson(t, { role: 'reviewer' })
})
afterAll(() => t.close())

async function anonymity(value: Settings['anonymity']): Promise<void> {
  const read = (await t.call(readSettings, { as: admin.token })).body
  const body = { ...read, settings: { ...read.settings, anonymity: value } }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
}
beforeEach(() => anonymity('single'))

/** A paper by Ada that Rita reviews. */
async function paperOf(file: Buffer) {
  const { abstractId } = (await t.upload(author.submitAbstract, { as: ada.token, file: await makePdf() }))
    .body
  await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
  const sent = await t.upload(author.submitPaper, { as: ada.token, params: { abstractId }, file })
  expect(sent.status).toBe(200)
  const made = { abstractId, paperId: sent.body.paperId }
  await t.call(desk.assignReviewer, { as: admin.token, params: made, body: { reviewerId: rita.id } })
  return { ...made, url: sent.body.downloadUrl }
}

/** A PDF by "canary"; no two are the same. */
let made = 0
function signed(): Promise<Buffer> {
  const document = new PDFDocument({ info: { Author: 'canary' } })
  made += 1
  document.text(`Paper ${made}`)
  document.end()
  return buffer(document)
}
/** It can be read, but no copy of its pages can be made. */
const stubborn = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1/EF 1>>\nendobj\n' +
    '3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\ntrailer <</Size 9/Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
)

const preview = async (paperId: string) =>
  (await t.call(previewPaper, { as: rita.token, params: { paperId } })).body
const fetched = (url: string | null, headers = {}) => t.app.http.inject({ url: url ?? '', headers })
const copies = () => t.database.db.select().from(cleanCopies)
const keyOf = async (abstractId: string) => {
  const [row] = await t.database.db
    .select({ key: files.storageKey })
    .from(files)
    .innerJoin(versions, eq(versions.fileId, files.id))
    .where(eq(versions.submissionId, abstractId))
    .orderBy(versions.part)
    .offset(1)
  return row?.key ?? ''
}
const withheldOnes = async () =>
  (await t.call(desk.listPapers, { as: admin.token, query: { status: 'withheld' } })).body.items.map(
    ({ paperId, withheld }) => [paperId, withheld],
  )

test('a reviewer of a double-anonymous paper is served a copy without its author; everybody else the file itself', async () => {
  const file = await signed()
  const paper = await paperOf(file)
  const single = await fetched((await preview(paper.paperId)).previewUrl)
  expect(single.rawPayload.equals(file)).toBe(true)

  await anonymity('double')
  const { previewUrl, withheld } = await preview(paper.paperId)
  expect(withheld).toBe(false)
  const whole = await fetched(previewUrl)
  const [copy] = (await copies()).filter(({ size }) => size === whole.rawPayload.length)
  expect(whole.rawPayload.includes('canary')).toBe(false)
  expect([whole.headers['content-length'], whole.headers['etag']]).toEqual([
    `${copy?.size}`,
    `"${copy?.sha256}"`,
  ])
  expect(whole.headers['content-disposition']).toContain(`"${paper.paperId}.pdf"`)

  const part = await fetched(previewUrl, { range: 'bytes=-7' })
  expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
    206,
    `bytes ${(copy?.size ?? 0) - 7}-${(copy?.size ?? 0) - 1}/${copy?.size}`,
    whole.rawPayload.subarray(-7),
  ])
  expect((await fetched(previewUrl, { 'if-none-match': whole.headers['etag'] })).statusCode).toBe(304)
  expect((await fetched(paper.url)).rawPayload.equals(file)).toBe(true)
  const organisers = await t.call(desk.paperDeskPreview, { as: admin.token, params: paper })
  expect((await fetched(organisers.body.previewUrl)).rawPayload.equals(file)).toBe(true)
})

test('copies are made when a paper comes, and of all papers when reviewers may no longer know', async () => {
  const early = await paperOf(await signed())
  await t.drain()
  const known = async () => (await copies()).map(({ sourceKey }) => sourceKey)
  expect(await known()).not.toContain(await keyOf(early.abstractId))
  await anonymity('double')
  await t.drain()
  expect(await known()).toContain(await keyOf(early.abstractId))
  const late = await paperOf(await signed())
  await t.drain()
  expect(await known()).toContain(await keyOf(late.abstractId))
})

test('two who open a paper at once wait for one copy', async () => {
  await anonymity('double')
  const paper = await paperOf(await signed())
  const answers = await Promise.all([1, 2, 3].map(() => preview(paper.paperId)))
  expect(answers.map(({ withheld }) => withheld)).toEqual([false, false, false])
  const key = await keyOf(paper.abstractId)
  expect((await copies()).filter(({ sourceKey }) => sourceKey === key)).toHaveLength(1)
})

test('of an earlier version that cannot be copied there is no link, and of the one after it there is', async () => {
  const paper = await paperOf(stubborn)
  const as = rita.token
  const body = { score: 40, reason: 'Shorten it.' }
  for (const file of [await signed(), await signed()]) {
    expect((await t.call(requestPaperChange, { as, params: paper, body })).status).toBe(200)
    t.clock.advance(60_000)
    const sent = await t.upload(author.submitPaper, { as: ada.token, params: paper, file })
    expect(sent.status).toBe(200)
  }
  const linked = async () =>
    (await preview(paper.paperId)).earlier.map(({ version, previewUrl }) => [version, previewUrl !== null])
  expect(await linked()).toEqual([
    [1, true],
    [2, true],
  ])
  await anonymity('double')
  await t.drain()
  expect(await linked()).toEqual([
    [1, false],
    [2, true],
  ])
})

test('what cannot be copied is shown to no reviewer, and both sides are told so', async () => {
  const paper = await paperOf(stubborn)
  const before = await preview(paper.paperId)
  expect([before.withheld, (await fetched(before.previewUrl)).statusCode]).toEqual([false, 200])

  await anonymity('double')
  const refused = await fetched(before.previewUrl)
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([409, 'wrong_state'])
  expect(await preview(paper.paperId)).toMatchObject({ withheld: true, previewUrl: null, canDecide: true })
  expect(await withheldOnes()).toEqual([[paper.paperId, true]])
  const overview = await t.call(desk.paperDeskOverview, { as: admin.token, params: paper })
  expect(overview.body.paper.withheld).toBe(true)
  expect((await fetched(paper.url)).rawPayload.equals(stubborn)).toBe(true)

  // A file that can be copied takes its place.
  await t.upload(author.submitPaper, { as: ada.token, params: paper, file: await signed() })
  expect(await withheldOnes()).toEqual([])
  expect((await preview(paper.paperId)).withheld).toBe(false)
})

test('who knows the authors is withheld nothing', async () => {
  await anonymity('double')
  const paper = await paperOf(stubborn)
  expect((await preview(paper.paperId)).withheld).toBe(true)
  await anonymity('single')
  expect(await withheldOnes()).toEqual([])
  const { previewUrl, withheld } = await preview(paper.paperId)
  expect([withheld, (await fetched(previewUrl)).statusCode]).toEqual([false, 200])
})

test('a copy goes with the last upload of its original, and not before', async () => {
  await anonymity('double')
  const file = await signed()
  const [first, second] = [await paperOf(file), await paperOf(file)]
  await preview(first.paperId)
  const key = await keyOf(first.abstractId)
  expect(await keyOf(second.abstractId)).toBe(key)
  const [copy] = (await copies()).filter(({ sourceKey }) => sourceKey === key)
  const store = await openDiskStore(`${t.dataDir}/files`)
  const sizes = async () => [await store.sizeOf(key), await store.sizeOf(copy?.storageKey ?? '')]
  const forget = async ({ abstractId }: { abstractId: string }) => {
    await t.transact(async ({ tx, jobs }) => {
      const held = await tx.delete(versions).where(eq(versions.submissionId, abstractId)).returning()
      for (const { fileId } of held) await tx.delete(files).where(eq(files.id, fileId))
      await jobs.enqueue(tx, removeBlob, [{ storageKey: key }])
    })
    await t.drain()
  }
  await forget(first)
  expect(await sizes()).toEqual([file.length, copy?.size])
  await forget(second)
  expect(await sizes()).toEqual([undefined, undefined])
  expect((await copies()).filter(({ sourceKey }) => sourceKey === key)).toEqual([])
})
