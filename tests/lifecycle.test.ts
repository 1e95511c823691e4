import { afterAll, beforeAll, expect, test } from 'vitest'
import * as payments from '#shared/payments/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { makePdf, makePerson } from './factories.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('a submission goes from its abstract to a paid paper, through two rounds each', async () => {
  const [ada, admin, rita] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'admin' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  const staff = await makePerson(t, { role: 'author', isStaff: true })
  const file = await makePdf({ title: 'Bridges of the North' })

  const submitted = await t.upload(author.submitAbstract, { as: ada.token, file, fileName: 'bridges.pdf' })
  expect(submitted.status).toBe(200)
  const { abstractId } = submitted.body
  const ofAbstract = { abstractId }
  const stageNow = async () => {
    const overview = await t.call(author.abstractOverview, { as: ada.token, params: ofAbstract })
    const { status, paperStatus, approved, declined, requestChange } = overview.body.abstract
    return { status, paperStatus, approved, declined, requestChange }
  }
  const flags = { approved: false, declined: false, requestChange: false }
  expect(await stageNow()).toEqual({ status: 'abstract_submitted', paperStatus: null, ...flags })

  const ask = { confirmText: 'REQUEST_CHANGE', reason: 'Say more about wind.' } as const
  expect(
    (await t.call(abstracts.requestAbstractChange, { as: admin.token, params: ofAbstract, body: ask }))
      .status,
  ).toBe(200)
  expect(await stageNow()).toEqual({
    status: 'awaiting_resubmission',
    paperStatus: null,
    ...flags,
    requestChange: true,
  })
  t.clock.advance(60_000)
  expect((await t.upload(author.resubmitAbstract, { as: ada.token, params: ofAbstract, file })).status).toBe(
    200,
  )
  expect(
    (await t.call(abstracts.approveAbstract, { as: admin.token, params: ofAbstract, body: {} })).status,
  ).toBe(200)
  expect(await stageNow()).toEqual({ status: 'awaiting_paper', paperStatus: null, ...flags, approved: true })

  const paper = await t.upload(author.submitPaper, { as: ada.token, params: ofAbstract, file })
  expect(paper.status).toBe(200)
  const ofPaper = { paperId: paper.body.paperId }
  expect(await stageNow()).toEqual({
    status: 'abstract_approved',
    paperStatus: 'paper_submitted',
    ...flags,
    approved: true,
  })

  const body = { reviewerId: rita.id }
  expect((await t.call(papers.assignReviewer, { as: admin.token, params: ofPaper, body })).status).toBe(200)
  expect((await t.call(reviewing.listAssigned, { as: rita.token })).body.count).toBe(1)
  const change = { score: 55, reason: 'Measure again.' }
  expect(
    (await t.call(reviewing.requestPaperChange, { as: rita.token, params: ofPaper, body: change })).status,
  ).toBe(200)
  expect((await stageNow()).paperStatus).toBe('awaiting_resubmission')
  expect((await t.call(reviewing.listReviewed, { as: rita.token })).body.items[0]?.status).toBe(
    'request_change',
  )

  expect((await t.upload(author.submitPaper, { as: ada.token, params: ofAbstract, file })).status).toBe(200)
  expect((await t.call(reviewing.listAssigned, { as: rita.token })).body.items[0]?.round).toBe(2)
  expect(
    (await t.call(reviewing.approvePaper, { as: rita.token, params: ofPaper, body: { score: 90 } })).status,
  ).toBe(200)
  expect(await stageNow()).toEqual({
    status: 'awaiting_payment',
    paperStatus: 'awaiting_payment',
    ...flags,
    approved: true,
  })

  expect((await t.call(payments.reportPayment, { as: ada.token, params: ofPaper, body: {} })).status).toBe(
    200,
  )
  const due = await t.call(payments.listPayments, { as: staff.token, query: { status: 'reported' } })
  expect(due.body.items.map((item) => item.paperId)).toEqual([ofPaper.paperId])
  const receipt = { amount: '250', reference: 'bank 1' }
  expect(
    (await t.call(payments.verifyPayment, { as: staff.token, params: ofPaper, body: receipt })).status,
  ).toBe(200)
  expect(await stageNow()).toEqual({ status: 'complete', paperStatus: 'complete', ...flags, approved: true })

  const toAda = (await t.mails()).filter((mail) => mail.toAddress === ada.email).map((mail) => mail.kind)
  expect(toAda).toEqual([
    'abstract_received',
    'abstract_request_change',
    'abstract_approve',
    'paper_received',
    'paper_request_change',
    'paper_revised_received',
    'paper_approve',
    'payment_verified',
  ])
})
