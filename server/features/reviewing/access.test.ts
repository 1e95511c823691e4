import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignments } from '#server/db/schema.ts'
import { verifyPayment } from '#shared/payments/contract.ts'
import {
  approvePaper,
  listDraftTexts,
  listReviewed,
  previewPaper,
  requestPaperChange,
  saveDraft,
} from '#shared/reviewing/contract.ts'
import * as desk from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { paperOverview, submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let author: MadePerson
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  author = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

const preview = async (reviewer: MadePerson, params: { paperId: string }) =>
  (await t.call(previewPaper, { as: reviewer.token, params })).body
const listed = async (reviewer: MadePerson) => (await t.call(listReviewed, { as: reviewer.token })).body.items
const bytesOf = async (url: string | null) => (await t.app.http.inject({ url: url ?? '' })).rawPayload

/** As it could be done once after a review that counts, too. */
const takenOffBefore = async (reviewer: MadePerson) => {
  const ended = { endedAt: t.clock.now, endedHow: 'unassigned' as const }
  await t.database.db.update(assignments).set(ended).where(eq(assignments.reviewerId, reviewer.id))
}

/** A paper under review by somebody, whose file is called first.pdf. */
async function underReview(file: Buffer) {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const { abstractId } = (await t.upload(submitAbstract, { as: author.token, file: await makePdf() })).body
  await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
  const given = { as: author.token, params: { abstractId }, fileName: 'first.pdf' }
  const { paperId } = (await t.upload(submitPaper, { ...given, file })).body
  const pair = { paperId, reviewerId: reviewer.id }
  await t.call(desk.assignReviewer, { as: admin.token, params: pair, body: { reviewerId: reviewer.id } })
  return { reviewer, abstractId, paperId, pair, given }
}

test('who reviewed a paper and was taken off it reads what they reviewed, and nothing of what came later', async () => {
  const [first, second] = [await makePdf(), await makePdf({ title: 'The canary’s second title' })]
  const { reviewer, abstractId, paperId, pair, given } = await underReview(first)
  const body = { score: 50, reason: 'Shorten it.' }
  await t.call(requestPaperChange, { as: reviewer.token, params: { paperId }, body })
  const before = { ...(await preview(reviewer, pair)).paper, authors: null }
  const [listedBefore] = await listed(reviewer)
  await t.call(desk.unassignReviewer, { as: admin.token, params: pair })

  t.clock.advance(60_000)
  const again = await t.upload(submitPaper, { ...given, fileName: 'canary-second.pdf', file: second })
  expect(again.status).toBe(200)
  const lena = { name: 'Lena Canary', email: '', organization: '', orcid: '' }
  const details = { title: 'A typed canary', topics: [], coAuthors: [lena], revision: 0 }
  const saved = await t.call(saveDetails, { as: author.token, params: { abstractId }, body: details })
  expect(saved.status).toBe(200)
  const after = await preview(reviewer, pair)
  expect({ ...after.paper, authors: null }).toEqual(before)
  expect([after.paper.round, after.paper.status, after.canDecide]).toEqual([1, 'complete', false])
  expect((await bytesOf(after.previewUrl)).equals(first)).toBe(true)
  expect(await listed(reviewer)).toEqual([listedBefore])
  expect(JSON.stringify([after, await listed(reviewer)])).not.toContain('canary')

  const other = await makePerson(t, { role: 'reviewer' })
  await t.call(desk.assignReviewer, { as: admin.token, params: pair, body: { reviewerId: other.id } })
  const read = await preview(other, pair)
  expect([read.paper.round, read.paper.status]).toEqual([2, 'paper_submitted'])
  expect((await bytesOf(read.previewUrl)).equals(second)).toBe(true)
  await t.call(requestPaperChange, { as: other.token, params: { paperId }, body })
  expect({ ...(await preview(reviewer, pair)).paper, authors: null }, 'after another’s review').toEqual(
    before,
  )
})

test('what comes later is not read by who was taken off, also where the clock was set back meanwhile', async () => {
  const { reviewer, pair, given } = await underReview(await makePdf())
  t.clock.advance(60_000)
  const body = { score: 50, reason: 'Shorten it.' }
  await t.call(requestPaperChange, { as: reviewer.token, params: pair, body })
  await t.call(desk.unassignReviewer, { as: admin.token, params: pair })
  t.clock.advance(-30_000)
  const again = await t.upload(submitPaper, { ...given, fileName: 'second.pdf', file: await makePdf() })
  expect(again.status).toBe(200)
  expect((await preview(reviewer, pair)).paper.fileName).toBe('first.pdf')
  t.clock.advance(30_000)
})

test('what was reviewed stays to be read after a decision was taken back and another file came', async () => {
  const [first, second] = [await makePdf(), await makePdf()]
  const { reviewer, abstractId, pair, given } = await underReview(first)
  await t.call(approvePaper, { as: reviewer.token, params: pair, body: { score: 90 } })
  await t.call(desk.reopenPaper, { as: admin.token, params: pair, body: { reason: 'Look again.' } })
  await t.call(desk.unassignReviewer, { as: admin.token, params: pair })
  t.clock.advance(60_000)
  const send = (fileName: string, file: Buffer) => t.upload(submitPaper, { ...given, fileName, file })
  expect((await send('second.pdf', second)).status).toBe(200)
  expect((await send('third.pdf', second)).status).toBe(200)
  const versions = async () => {
    const { files } = (await t.call(paperOverview, { as: author.token, params: { abstractId } })).body
    return Object.values(files).map((file) => file?.fileName)
  }
  expect(await versions(), 'what nobody reviewed is replaced').toEqual(['first.pdf', 'third.pdf'])
  const after = await preview(reviewer, pair)
  expect(after.paper.fileName).toBe('first.pdf')
  expect((await bytesOf(after.previewUrl)).equals(first)).toBe(true)
})

test('a draft that goes with a new round is not shown to who was taken off before it', async () => {
  const { reviewer, pair } = await underReview(await makePdf())
  const body = { score: '10', comments: 'Begun', revision: 0 }
  await t.call(requestPaperChange, { as: reviewer.token, params: pair, body: { score: 50, reason: 'x' } })
  await t.call(desk.reopenPaper, { as: admin.token, params: pair, body: { reason: 'Look again.' } })
  expect((await t.call(saveDraft, { as: reviewer.token, params: pair, body })).status).toBe(200)
  expect((await preview(reviewer, pair)).draft?.comments).toBe('Begun')
  const other = { ...body, comments: 'From elsewhere' }
  const stale = await t.call(saveDraft, { as: reviewer.token, params: pair, body: other })
  expect(stale.status, 'kept as an earlier text').toBe(409)
  const texts = async () => (await t.call(listDraftTexts, { as: reviewer.token, params: pair })).body.count
  expect(await texts()).toBe(1)
  await t.call(desk.unassignReviewer, { as: admin.token, params: pair })
  expect([(await preview(reviewer, pair)).draft, await texts()]).toEqual([null, 0])
})

test('who reviewed a file reads it after they were taken off, also where the clock was set back before the review', async () => {
  t.clock.advance(90_000)
  const { reviewer, pair, given } = await underReview(await makePdf())
  t.clock.advance(-60_000)
  await t.call(approvePaper, { as: reviewer.token, params: pair, body: { score: 90 } })
  await t.call(desk.reopenPaper, { as: admin.token, params: pair, body: { reason: 'Look again.' } })
  await t.call(desk.unassignReviewer, { as: admin.token, params: pair })
  t.clock.advance(90_000)
  await t.upload(submitPaper, { ...given, fileName: 'second.pdf', file: await makePdf() })
  const { paper, previewUrl } = await preview(reviewer, pair)
  expect([paper.fileName, previewUrl === null]).toEqual(['first.pdf', false])
})

test('a later file is not read by who was taken off after a review that settled nothing and a clock that was set back', async () => {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const save = (reviewsPerPaper: number, at: number) =>
    t.call(saveSettings, {
      as: admin.token,
      body: { settings: { ...settings, reviewsPerPaper }, revision: at },
    })
  expect((await save(2, revision)).status).toBe(200)
  const { reviewer, pair, given } = await underReview(await makePdf())
  t.clock.advance(120_000)
  await t.call(approvePaper, { as: reviewer.token, params: pair, body: { score: 50 } })
  await takenOffBefore(reviewer)
  t.clock.advance(-60_000)
  const change = { confirmText: 'REQUEST_CHANGE', reason: 'Shorten it.' } as const
  const asked = await t.call(desk.requestPaperChangeAsChair, { as: admin.token, params: pair, body: change })
  expect(asked.status).toBe(200)
  const sent = await t.upload(submitPaper, { ...given, fileName: 'later.pdf', file: await makePdf() })
  expect(sent.status).toBe(200)
  expect((await preview(reviewer, pair)).paper.fileName).toBe('first.pdf')
  const next = await makePerson(t, { role: 'reviewer' })
  const nextPair = { ...pair, reviewerId: next.id }
  await t.call(desk.assignReviewer, { as: admin.token, params: nextPair, body: { reviewerId: next.id } })
  await t.call(approvePaper, { as: next.token, params: nextPair, body: { score: 70 } })
  await takenOffBefore(next)
  expect((await preview(next, nextPair)).paper.fileName, 'what they reviewed').toBe('later.pdf')
  t.clock.advance(60_000)
  expect((await save(1, revision + 1)).status).toBe(200)
})

test('a file on which organisers decided stays, where they take that back and another one comes', async () => {
  const { abstractId, pair, given } = await underReview(await makePdf())
  expect((await t.call(desk.approvePaperAsChair, { as: admin.token, params: pair, body: {} })).status).toBe(
    200,
  )
  await t.call(desk.reopenPaper, { as: admin.token, params: pair, body: { reason: 'Look again.' } })
  t.clock.advance(60_000)
  await t.upload(submitPaper, { ...given, fileName: 'second.pdf', file: await makePdf() })
  const { files } = (await t.call(paperOverview, { as: author.token, params: { abstractId } })).body
  expect(Object.values(files).map((file) => file?.fileName)).toEqual(['first.pdf', 'second.pdf'])
})

test('what becomes of a paper that others settled moves nothing that an assigned reviewer reads', async () => {
  const [reviewer, other] = [
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  const params = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  const body = { reviewerId: other.id, overrideReason: 'A second look.' }
  expect((await t.call(desk.assignReviewer, { as: admin.token, params, body })).status).toBe(200)
  t.clock.advance(60_000)
  await t.call(approvePaper, { as: reviewer.token, params, body: { score: 90 } })
  const before = (await preview(other, params)).paper
  t.clock.advance(60_000)
  expect((await t.call(verifyPayment, { as: admin.token, params, body: {} })).status).toBe(200)
  expect((await preview(other, params)).paper).toEqual(before)
})

test('what becomes of a paper after the review moves nothing that its reviewer reads', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const params = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  await t.call(approvePaper, { as: reviewer.token, params, body: { score: 90 } })
  const before = [(await preview(reviewer, params)).paper, await listed(reviewer)]
  t.clock.advance(60_000)
  expect((await t.call(verifyPayment, { as: admin.token, params, body: {} })).status).toBe(200)
  expect([(await preview(reviewer, params)).paper, await listed(reviewer)]).toEqual(before)
})

test('in a later round a reviewer reads the versions of the earlier ones; who was taken off has none of what came later', async () => {
  const files = [await makePdf(), await makePdf(), await makePdf()]
  const [first = Buffer.of(), second = Buffer.of(), third = Buffer.of()] = files
  const { reviewer, paperId, pair, given } = await underReview(first)
  const body = { score: 50, reason: 'Shorten it.' }
  const readRounds = async (who: MadePerson) => {
    const { earlier, previewUrl } = await preview(who, pair)
    const bytes = await Promise.all([...earlier.map((one) => one.previewUrl), previewUrl].map(bytesOf))
    return [
      earlier.map(({ version }) => version),
      bytes.map((one) => files.findIndex((file) => file.equals(one))),
    ]
  }
  expect(await readRounds(reviewer)).toEqual([[], [0]])
  for (const file of [second, third]) {
    await t.call(requestPaperChange, { as: reviewer.token, params: { paperId }, body })
    t.clock.advance(60_000)
    expect((await t.upload(submitPaper, { ...given, file })).status).toBe(200)
  }
  expect(await readRounds(reviewer)).toEqual([
    [1, 2],
    [0, 1, 2],
  ])
  await t.call(requestPaperChange, { as: reviewer.token, params: { paperId }, body })
  await t.call(desk.unassignReviewer, { as: admin.token, params: pair })
  const other = await makePerson(t, { role: 'reviewer' })
  t.clock.advance(60_000)
  expect((await t.upload(submitPaper, { ...given, file: await makePdf() })).status).toBe(200)
  await t.call(desk.assignReviewer, { as: admin.token, params: pair, body: { reviewerId: other.id } })
  expect(await readRounds(reviewer)).toEqual([
    [1, 2],
    [0, 1, 2],
  ])
  expect((await preview(other, pair)).earlier.map(({ version }) => version)).toEqual([1, 2, 3])
})
