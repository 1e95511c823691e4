import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices } from '#shared/notices/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import { resubmitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, nextRound, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** Nobody decides on a version of a paper that they have not read. */

let t: TestPortal
let author: MadePerson
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  author = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

const changed = 'It has changed since you opened it. Look at it again.'
const reason = 'because'

async function assignedPaper() {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const made = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  t.clock.advance(1000)
  return { made, reviewer }
}
const readAs = async (reviewer: MadePerson, params: MadeSubmission) =>
  (await t.call(reviewing.previewPaper, { as: reviewer.token, params })).body.paper
const atDesk = async (params: MadeSubmission) =>
  (await t.call(papers.paperDeskOverview, { as: admin.token, params })).body.paper

test('an organiser whose page is of an earlier round decides nothing', async () => {
  const { made: params } = await assignedPaper()
  const { updatedAt } = await atDesk(params)
  await nextRound(t, params, { author, admin })
  const given = { as: admin.token, params }
  const refused = [
    await t.call(papers.approvePaperAsChair, { ...given, body: { updatedAt } }),
    await t.call(papers.requestPaperChangeAsChair, {
      ...given,
      body: { confirmText: 'REQUEST_CHANGE', reason, updatedAt },
    }),
    await t.call(papers.declinePaperAsChair, {
      ...given,
      body: { confirmText: 'DECLINE', reason, updatedAt },
    }),
  ]
  expect(refused.map(({ status, refusal }) => [status, refusal.error, refusal.message])).toEqual(
    refused.map(() => [409, 'stale', changed]),
  )
  const now = await atDesk(params)
  expect([now.status, now.round]).toEqual(['paper_submitted', 2])
  const body = { updatedAt: now.updatedAt }
  expect((await t.call(papers.approvePaperAsChair, { ...given, body })).status).toBe(200)
})

test('an organiser whose page is of before somebody decided takes no decision back', async () => {
  const made = await submissionAt(t, 'reviewer_declined', {
    author,
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin,
  })
  t.clock.advance(1000)
  const { updatedAt } = await atDesk(made)
  await t.call(papers.approvePaperAsChair, { as: admin.token, params: made, body: { updatedAt } })
  const reopen = (of: typeof updatedAt) =>
    t.call(papers.reopenPaper, { as: admin.token, params: made, body: { reason, updatedAt: of } })
  const refused = await reopen(updatedAt)
  expect([refused.status, refused.refusal.error, refused.refusal.message]).toEqual([409, 'stale', changed])
  const now = await atDesk(made)
  expect([now.status, (await reopen(now.updatedAt)).status]).toEqual(['awaiting_payment', 200])
})

test('a file replaced within the round: the reviewer is told, and does not decide on the one before', async () => {
  const { made: params, reviewer } = await assignedPaper()
  const { updatedAt, round } = await readAs(reviewer, params)
  expect((await t.upload(submitPaper, { as: author.token, params, file: await makePdf() })).status).toBe(200)
  const told = (await t.call(listNotices, { as: reviewer.token })).body.items.map(({ title }) => title)
  expect(told).toContain(`The file of paper ${params.paperId} was replaced`)
  const given = { as: reviewer.token, params }
  const refused = [
    await t.call(reviewing.approvePaper, { ...given, body: { score: 80, round, updatedAt } }),
    await t.call(reviewing.requestPaperChange, { ...given, body: { score: 60, reason, round, updatedAt } }),
    await t.call(reviewing.declinePaper, { ...given, body: { reason, round, updatedAt } }),
  ]
  expect(refused.map(({ status, refusal }) => [status, refusal.error, refusal.message])).toEqual(
    refused.map(() => [409, 'stale', changed]),
  )
  const now = await readAs(reviewer, params)
  expect(now.round).toBe(1)
  const body = { score: 80, round: 1, updatedAt: now.updatedAt }
  expect((await t.call(reviewing.approvePaper, { ...given, body })).status).toBe(200)
})

test('an abstract replaced while its paper is under review is no change to what its reviewer reads', async () => {
  const { made: params, reviewer } = await assignedPaper()
  const read = await readAs(reviewer, params)
  const sent = await t.upload(resubmitAbstract, { as: author.token, params, file: await makePdf() })
  expect(sent.status).toBe(200)
  t.clock.advance(1000)
  expect((await readAs(reviewer, params)).updatedAt).toEqual(read.updatedAt)
  const body = { score: 80, round: read.round, updatedAt: read.updatedAt }
  expect((await t.call(reviewing.approvePaper, { as: reviewer.token, params, body })).status).toBe(200)
})

test('what the list of assigned papers says a paper was when it was read is taken too', async () => {
  const { made: params, reviewer } = await assignedPaper()
  await t.upload(resubmitAbstract, { as: author.token, params, file: await makePdf() })
  const { items } = (await t.call(reviewing.listAssigned, { as: reviewer.token })).body
  const body = { score: 80, updatedAt: items[0]?.updatedAt }
  expect((await t.call(reviewing.approvePaper, { as: reviewer.token, params, body })).status).toBe(200)
})
