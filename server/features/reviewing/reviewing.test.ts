import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import { paperOverview } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
let reviewers: MadePerson[]
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author', name: 'Ada Canary-Author' })
  admin = await makePerson(t, { role: 'admin' })
  reviewers = [
    await makePerson(t, { role: 'reviewer', name: 'Rita Canary-Reviewer' }),
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
})
afterAll(() => t.close())

async function set(change: Partial<Settings>): Promise<void> {
  const read = (await t.call(readSettings, { as: admin.token })).body
  const answer = await t.call(saveSettings, {
    as: admin.token,
    body: { ...read, settings: { ...read.settings, ...change } },
  })
  expect(answer.status).toBe(200)
}
beforeEach(() => set({ reviewsPerPaper: 1, reviewPolicy: 'automatic', anonymity: 'single' }))

const one = (at: number) => reviewers[at] ?? ada
const assign = (made: MadeSubmission, reviewer: MadePerson, more: object = {}) =>
  t.call(papers.assignReviewer, { as: admin.token, params: made, body: { reviewerId: reviewer.id, ...more } })
const approve = (made: MadeSubmission, reviewer: MadePerson, score = 80) =>
  t.call(reviewing.approvePaper, { as: reviewer.token, params: made, body: { score } })
const decline = (made: MadeSubmission, reviewer: MadePerson) =>
  t.call(reviewing.declinePaper, {
    as: reviewer.token,
    params: made,
    body: { score: null, reason: 'No data.' },
  })
const desk = async (made: MadeSubmission) =>
  (await t.call(papers.paperDeskOverview, { as: admin.token, params: made })).body.paper
const underReview = () => submissionAt(t, 'paper_submitted', { author: ada, admin, reviewer: one(0) })

test('two agreeing reviews move the paper, one alone does not', async () => {
  await set({ reviewsPerPaper: 2 })
  const made = await underReview()
  await assign(made, one(1))
  await approve(made, one(0))
  expect(await desk(made)).toMatchObject({
    status: 'paper_submitted',
    reviewsIn: 1,
    reviewsNeeded: 2,
    decisionNeeded: false,
  })
  await approve(made, one(1))
  expect(await desk(made)).toMatchObject({ status: 'awaiting_payment', reviewStatus: 'approved' })
})

test('reviews that differ wait for the organisers, who are told', async () => {
  await set({ reviewsPerPaper: 2 })
  const made = await underReview()
  await assign(made, one(1))
  await approve(made, one(0))
  await decline(made, one(1))
  expect(await desk(made)).toMatchObject({ status: 'paper_submitted', decisionNeeded: true })
  const wanted = await t.call(papers.listPapers, { as: admin.token, query: { status: 'decision_needed' } })
  expect(wanted.body.items.map((paper) => paper.paperId)).toContain(made.paperId)
  expect((await t.mails()).at(-1)?.kind).toBe('decision_wanted')
})

test('under the chair every paper waits, whatever the reviews say', async () => {
  await set({ reviewPolicy: 'chair' })
  const made = await underReview()
  await approve(made, one(0))
  expect(await desk(made)).toMatchObject({ status: 'paper_submitted', decisionNeeded: true })
})

test('a reviewer’s rejection is paper submitted to the author, with the comments, until an organiser confirms it', async () => {
  const made = await underReview()
  await decline(made, one(0))
  const seen = (await t.call(paperOverview, { as: ada.token, params: made })).body.paper
  expect([seen?.status, seen?.declined, seen?.review]).toEqual([
    'reviewer_declined',
    false,
    { status: 'reviewer_declined', reason: 'No data.' },
  ])
  const body = { confirmText: 'DECLINE', reason: 'We agree.' } as const
  await t.call(papers.declinePaperAsChair, { as: admin.token, params: made, body })
  const after = (await t.call(paperOverview, { as: ada.token, params: made })).body.paper
  expect([after?.status, after?.declined, after?.review?.status]).toEqual([
    'complete',
    true,
    'declined_admin',
  ])
})

test('a conflict of interest is refused; the organisation rule yields to a reason, which is kept', async () => {
  const made = await underReview()
  const colleague = await makePerson(t, {
    role: 'reviewer',
    organization: `university ${ada.email.match(/\d+/)?.[0]}`,
  })
  const refused = await assign(made, colleague)
  expect([refused.status, refused.refusal.error, refused.refusal.details]).toEqual([
    409,
    'conflict_of_interest',
    { overridable: true },
  ])
  const override = await assign(made, colleague, { overrideReason: 'Another faculty.' })
  expect([override.status, override.body.assignment.overrideReason]).toEqual([200, 'Another faculty.'])
  await t.call(reviewing.withdrawFromPaper, {
    as: colleague.token,
    params: made,
    body: { reason: 'my friend', conflict: true },
  })
  const again = await assign(made, colleague, { overrideReason: 'Please.' })
  expect([again.status, again.refusal.message]).toEqual([409, 'The reviewer declared a conflict: my friend'])
  expect((await t.call(reviewing.previewPaper, { as: colleague.token, params: made })).status).toBe(404)
  const listed = await t.call(papers.listReviewers, { as: admin.token, query: { paperId: made.paperId } })
  expect(listed.body.items.find((each) => each.id === colleague.id)?.conflict?.weight).toBe('forbids')
})

test('a stale tab never overwrites a newer draft, and is told the newer text', async () => {
  const made = await underReview()
  const save = (comments: string, revision: number) =>
    t.call(reviewing.saveDraft, { as: one(0).token, params: made, body: { score: '', comments, revision } })
  expect((await save('first', 0)).body.revision).toBe(1)
  expect((await save('second', 1)).body.revision).toBe(2)
  const stale = await save('from another tab', 1)
  expect([stale.status, stale.refusal.error]).toEqual([409, 'stale'])
  expect(stale.refusal.details).toMatchObject({ comments: 'second', revision: 2 })
  const preview = await t.call(reviewing.previewPaper, { as: one(0).token, params: made })
  expect(preview.body.draft?.comments).toBe('second')
})

test('what was typed for another round than the present one is refused, and nothing of it is kept', async () => {
  const made = await underReview()
  const given = { as: one(0).token, params: made }
  const draft = { score: '', comments: 'of another version', revision: 0 }
  const refused = [
    await t.call(reviewing.saveDraft, { ...given, body: { ...draft, round: 2 } }),
    await t.call(reviewing.approvePaper, { ...given, body: { score: 80, round: 2 } }),
    await t.call(reviewing.requestPaperChange, { ...given, body: { score: 60, reason: 'no', round: 2 } }),
    await t.call(reviewing.declinePaper, { ...given, body: { reason: 'no', round: 2 } }),
  ]
  expect(refused.map(({ status, refusal }) => [status, refusal.error])).toEqual(
    refused.map(() => [409, 'wrong_state']),
  )
  const { body } = await t.call(reviewing.previewPaper, given)
  expect([body.draft, body.reviews, body.canDecide]).toEqual([null, [], true])
  expect((await t.call(reviewing.saveDraft, { ...given, body: { ...draft, round: 1 } })).status).toBe(200)
})

test('a draft keeps the verdict it was written for', async () => {
  const made = await underReview()
  const body = { score: '40', comments: 'Not yet.', verdict: 'decline', revision: 0 } as const
  const saved = await t.call(reviewing.saveDraft, { as: one(0).token, params: made, body })
  const preview = await t.call(reviewing.previewPaper, { as: one(0).token, params: made })
  expect([saved.body.verdict, preview.body.draft?.verdict]).toEqual(['decline', 'decline'])
})

test('a draft is nobody else’s', async () => {
  const made = await underReview()
  await assign(made, one(1))
  const body = { score: '', comments: 'canary in a draft', revision: 0 }
  await t.call(reviewing.saveDraft, { as: one(0).token, params: made, body })
  const others = [
    await t.call(reviewing.previewPaper, { as: one(1).token, params: made }),
    await t.call(papers.paperDeskOverview, { as: admin.token, params: made }),
    await t.call(paperOverview, { as: ada.token, params: made }),
  ]
  expect(others.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(JSON.stringify(others.map((answer) => answer.body))).not.toContain('canary')
})

test('an author never learns who reviewed', async () => {
  const made = await underReview()
  await approve(made, one(0))
  const seen = JSON.stringify([
    (await t.call(author.listOngoing, { as: ada.token })).body,
    (await t.call(author.abstractOverview, { as: ada.token, params: made })).body,
    (await t.call(paperOverview, { as: ada.token, params: made })).body,
    (await t.mails()).filter((mail) => mail.toAddress === ada.email),
  ])
  for (const secret of ['Canary-Reviewer', one(0).email, one(0).id]) expect(seen).not.toContain(secret)
})

test('a double-anonymous paper goes by its id alone: lists, preview, download and mails', async () => {
  await set({ anonymity: 'double' })
  const file = await makePdf({ title: 'Canary title' })
  const { abstractId } = (
    await t.upload(author.submitAbstract, { as: ada.token, file, fileName: 'canary-ada.pdf' })
  ).body
  await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
  const { paperId } = (
    await t.upload(author.submitPaper, {
      as: ada.token,
      params: { abstractId },
      file,
      fileName: 'canary-ada.pdf',
    })
  ).body
  const made = { abstractId, paperId }
  await assign(made, one(2))
  const preview = (await t.call(reviewing.previewPaper, { as: one(2).token, params: made })).body
  const bytes = await t.app.http.inject({ url: preview.previewUrl ?? '' })
  const seen = JSON.stringify([
    preview,
    (await t.call(reviewing.listAssigned, { as: one(2).token })).body,
    bytes.headers,
    (await t.mails()).filter((mail) => mail.toAddress === one(2).email),
  ])
  expect(bytes.statusCode).toBe(200)
  for (const secret of ['anary', ada.email, ada.id, abstractId]) expect(seen).not.toContain(secret)
  expect(seen).toContain(`${paperId}.pdf`)
})

test('a link ends with what gave it: unassigning, another person’s change, ten minutes', async () => {
  const file = await makePdf()
  const { abstractId } = (await t.upload(author.submitAbstract, { as: ada.token, file })).body
  await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
  const { paperId } = (await t.upload(author.submitPaper, { as: ada.token, params: { abstractId }, file }))
    .body
  const made = { abstractId, paperId }
  await assign(made, one(2))
  const url = (await t.call(reviewing.previewPaper, { as: one(2).token, params: made })).body.previewUrl ?? ''
  const fetched = async (at: string) => (await t.app.http.inject({ url: at })).statusCode
  expect(await fetched(url)).toBe(200)
  expect(await fetched(`${url.slice(0, -2)}AA`)).toBe(422)
  await t.call(papers.unassignReviewer, { as: admin.token, params: { ...made, reviewerId: one(2).id } })
  expect(await fetched(url)).toBe(404)
  const mine =
    (await t.call(author.abstractOverview, { as: ada.token, params: made })).body.versions[0]?.downloadUrl ??
    ''
  const part = await t.app.http.inject({ url: mine, headers: { range: 'bytes=0-3' } })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
    206,
    '%PDF',
    `bytes 0-3/${file.length}`,
  ])
  expect(part.headers['content-disposition']).toMatch(/^attachment; /)
  t.clock.advance(12 * 60_000 + 1)
  expect(await fetched(mine)).toBe(422)
})
