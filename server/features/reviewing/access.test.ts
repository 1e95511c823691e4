import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPayment } from '#shared/payments/contract.ts'
import { approvePaper, listReviewed, previewPaper, requestPaperChange } from '#shared/reviewing/contract.ts'
import * as desk from '#shared/reviewing/desk-contract.ts'
import { submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
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

test('who reviewed a paper and was taken off it reads what they reviewed, and nothing of what came later', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const [first, second] = [await makePdf(), await makePdf()]
  const { abstractId } = (await t.upload(submitAbstract, { as: author.token, file: await makePdf() })).body
  await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
  const given = { as: author.token, params: { abstractId }, fileName: 'first.pdf' }
  const { paperId } = (await t.upload(submitPaper, { ...given, file: first })).body
  const pair = { paperId, reviewerId: reviewer.id }
  await t.call(desk.assignReviewer, { as: admin.token, params: pair, body: { reviewerId: reviewer.id } })
  const body = { score: 50, reason: 'Shorten it.' }
  await t.call(requestPaperChange, { as: reviewer.token, params: { paperId }, body })
  const before = { ...(await preview(reviewer, pair)).paper, authors: null }
  const [listedBefore] = await listed(reviewer)
  await t.call(desk.unassignReviewer, { as: admin.token, params: pair })

  t.clock.advance(60_000)
  const again = await t.upload(submitPaper, { ...given, fileName: 'canary-second.pdf', file: second })
  expect(again.status).toBe(200)
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

test('what becomes of a paper after the review moves nothing that its reviewer reads', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const params = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  await t.call(approvePaper, { as: reviewer.token, params, body: { score: 90 } })
  const before = [(await preview(reviewer, params)).paper, await listed(reviewer)]
  t.clock.advance(60_000)
  expect((await t.call(verifyPayment, { as: admin.token, params, body: {} })).status).toBe(200)
  expect([(await preview(reviewer, params)).paper, await listed(reviewer)]).toEqual(before)
})
