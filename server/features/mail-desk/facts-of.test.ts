import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#shared/mail/desk-contract.ts'
import { verifyPayment } from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { savePayer } from '#shared/payments/receipt-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let cast: Cast
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Ada Au' }),
    reviewer: await makePerson(t, { role: 'reviewer', name: 'Rita Reader' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = {
    ...settings.deadlines,
    resubmission: '2026-03-05T12:00:00Z',
    review: '2026-03-04T12:00:00Z',
  }
  const changed = { ...settings, deadlines, timeZone: 'UTC', graceMinutes: 1440, feeAmount: '320.00' }
  expect((await t.call(saveSettings, { as, body: { settings: changed, revision } })).status).toBe(200)
})
afterAll(() => t.close())

async function seen(key: string, abstractId: string) {
  const params = { key }
  const { text } = (await t.call(contract.readEmailTemplate, { as, params })).body
  return (await t.call(contract.previewEmailTemplate, { as, params, body: { ...text, abstractId } })).body
}

test('reminders of an upload name the submission, what it waits for and when', async () => {
  const { abstractId } = await submissionAt(t, 'abstract_awaiting_resubmission', cast)
  const soon = await seen('upload_due', abstractId)
  expect(soon.subject).toBe(`${abstractId}: upload your revised file by 5 March – in 3 days`)
  expect(soon.text).toContain('Please upload your revised file by 5 March 2026 at 12:00')
  expect(soon.text).toContain(`It is about ${abstractId}.`)
  const late = await seen('upload_late', abstractId)
  expect(late.subject).toBe(`${abstractId}: upload your revised file – still possible for a short time`)
  // What waits for nothing says its number at least.
  const none = await submissionAt(t, 'abstract_submitted', cast)
  expect((await seen('upload_due', none.abstractId)).subject).toMatch(
    new RegExp(`^${none.abstractId}: upload your revised file by `),
  )
})

test('reminders of a review name the paper, its reviewer and when it is due; those of a payment the paper', async () => {
  const { paperId } = await submissionAt(t, 'paper_submitted', cast)
  const soon = await seen('review_due', paperId)
  expect(soon.subject).toBe(`${paperId}: your review is due in 2 days`)
  expect(soon.text).toContain('Dear Rita Reader,')
  expect(soon.text).toContain(`Please review ${paperId} by 4 March 2026 at 12:00`)
  expect((await seen('review_late', paperId)).text).toContain(`Your review of ${paperId} was due on 4 March`)
  expect((await seen('payments_late', paperId)).subject).toBe(
    `${paperId}: payment reported over three business days ago`,
  )
})

test('messages about a payment say what arrived and which receipts there are', async () => {
  const { paperId } = await submissionAt(t, 'awaiting_payment', cast)
  const line = { hash: 'h', occurrence: 1, date: '2026-03-02', currency: 'EUR', payer: 'A', text: 'B' }
  const lines = [{ ...line, amount: '120.00', paperIds: [paperId], as: 'note' as const }]
  await t.call(importPayments, { as, body: { lines } })
  const part = await seen('payment_part', paperId)
  expect(part.subject).toBe(`${paperId}: 200.00 EUR of the registration fee are still due`)
  expect(part.text).toContain('120.00 EUR arrived for ')
  await t.call(verifyPayment, { as, params: { paperId }, body: { amount: '200' } })
  expect((await seen('payment_verified', paperId)).text).toContain('Amount: 320.00 EUR.')
  const first = (await seen('receipt_renewed', paperId)).subject
  expect(first).toBe(`${paperId}: your new receipt R26-0001`)
  const body = { name: 'University of the North', address: '', taxNumber: '' }
  await t.call(savePayer, { as: cast.author.token, params: { paperId }, body })
  const renewed = await seen('receipt_renewed', paperId)
  expect(renewed.subject).toBe(`${paperId}: your new receipt R26-0002`)
  expect(renewed.text).toContain('Receipt R26-0001 is void')
})
