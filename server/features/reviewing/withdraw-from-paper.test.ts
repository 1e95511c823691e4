import { afterAll, beforeAll, expect, test } from 'vitest'
import { declinePaper, previewPaper, withdrawFromPaper } from '#shared/reviewing/contract.ts'
import {
  assignReviewer,
  declinePaperAsChair,
  requestPaperChangeAsChair,
} from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let author: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  author = await makePerson(t, { role: 'author' })
})
afterAll(() => t.close())

test('organisers are told who gave a paper back as long as it is undecided, and not once it is decided', async () => {
  const givenBack = async (after?: typeof declinePaperAsChair | typeof requestPaperChangeAsChair) => {
    const reviewer = await makePerson(t, { role: 'reviewer' })
    const params = await submissionAt(t, 'paper_submitted', { author, admin, reviewer })
    const confirmText = after === declinePaperAsChair ? 'DECLINE' : 'REQUEST_CHANGE'
    const decision = { as: admin.token, params, body: { confirmText, reason: 'Out of scope.' } }
    if (after !== undefined) expect((await t.call(after, decision)).status).toBe(200)
    const body = { reason: 'No time.' }
    expect((await t.call(withdrawFromPaper, { as: reviewer.token, params, body })).status).toBe(200)
    const asked = (await t.mails()).filter(({ kind }) => kind === 'reviewer_withdrew')
    return asked.filter(({ subject }) => subject.includes(params.paperId)).length
  }
  expect([
    await givenBack(),
    await givenBack(requestPaperChangeAsChair),
    await givenBack(declinePaperAsChair),
  ]).toEqual([1, 1, 0])
})

test('a reviewer’s rejection that nobody has confirmed is no decision: organisers are told who gave the paper back then', async () => {
  const [rejects, gives] = [
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  const params = await submissionAt(t, 'paper_submitted', { author, admin, reviewer: rejects })
  const assigned = await t.call(assignReviewer, { as: admin.token, params, body: { reviewerId: gives.id } })
  expect(assigned.status).toBe(200)
  const decline = { confirmText: 'DECLINE', reason: 'Out of scope.' }
  expect((await t.call(declinePaper, { as: rejects.token, params, body: decline })).status).toBe(200)
  const body = { reason: 'No time.' }
  expect((await t.call(withdrawFromPaper, { as: gives.token, params, body })).status).toBe(200)
  const told = (await t.mails()).filter(({ kind }) => kind.startsWith('reviewer_withdrew'))
  // Nobody else can be assigned before an organiser has said what becomes of the rejection.
  expect(told.map(({ subject }) => subject).filter((subject) => subject.includes(params.paperId))).toEqual([
    `${params.paperId}: a reviewer gave it back, and its rejection waits for you`,
  ])
})

test('who is assigned while the author revises the paper is told that they can give it back, and can', async () => {
  const [reviewer, ahead] = [
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  const params = await submissionAt(t, 'paper_awaiting_resubmission', { author, admin, reviewer })
  t.clock.advance(1000)
  await t.call(assignReviewer, { as: admin.token, params, body: { reviewerId: ahead.id } })
  const told = async (who: MadePerson) => {
    const { canDecide, canGiveBack } = (await t.call(previewPaper, { as: who.token, params })).body
    return { canDecide, canGiveBack }
  }
  expect(await told(ahead)).toEqual({ canDecide: false, canGiveBack: true })
  expect(await told(reviewer), 'whose review of the round is in').toEqual({
    canDecide: false,
    canGiveBack: false,
  })
  const body = { reason: 'No time.' }
  expect((await t.call(withdrawFromPaper, { as: ahead.token, params, body })).status).toBe(200)
  expect((await t.call(previewPaper, { as: ahead.token, params })).status).toBe(404)
})

test('that a paper can be given back does not tell what others decided', async () => {
  const canGiveBack = async (after?: typeof declinePaperAsChair | typeof requestPaperChangeAsChair) => {
    const reviewer = await makePerson(t, { role: 'reviewer' })
    const params = await submissionAt(t, 'paper_submitted', { author, admin, reviewer })
    t.clock.advance(1000)
    const confirmText = after === declinePaperAsChair ? 'DECLINE' : 'REQUEST_CHANGE'
    const decision = { as: admin.token, params, body: { confirmText, reason: 'Out of scope.' } }
    if (after !== undefined) expect((await t.call(after, decision)).status).toBe(200)
    return (await t.call(previewPaper, { as: reviewer.token, params })).body.canGiveBack
  }
  expect([
    await canGiveBack(),
    await canGiveBack(declinePaperAsChair),
    await canGiveBack(requestPaperChangeAsChair),
  ]).toEqual([true, false, false])
})
