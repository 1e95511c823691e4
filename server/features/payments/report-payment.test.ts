import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listPayments,
  releaseLine,
  reopenPayment,
  reportPayment,
  verifyPayment,
} from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { listCompleted, listOngoing } from '#shared/submissions/contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const DAY = 24 * 3600 * 1000

let t: TestPortal
let cast: Cast
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
})
afterAll(() => t.close())

const as = (person: MadePerson) => logIn(t, person.email, person.password)

test('who reported a payment reads by which business day it is verified, and when that day is over', async () => {
  const { paperId } = await submissionAt(t, 'awaiting_payment', cast)
  const promise = async () => {
    const { abstracts } = (await t.call(listOngoing, { as: await as(cast.author) })).body
    return abstracts.map(({ paymentPromise }) => paymentPromise)
  }
  expect(await promise()).toEqual([null])
  const admin = await as(cast.admin)
  const { settings, revision } = (await t.call(readSettings, { as: admin })).body
  // It is Monday; Wednesday is a holiday: Tuesday, Thursday and Friday are the three days.
  const holidays = ['2026-03-04']
  await t.call(saveSettings, {
    as: await as(cast.admin),
    body: { settings: { ...settings, timeZone: 'Europe/Zurich', holidays }, revision },
  })
  const answer = await t.call(reportPayment, { as: await as(cast.author), params: { paperId }, body: {} })
  expect(answer.body).toEqual({
    message:
      'Thank you. We verify payments within three business days, this one by 6 March; please do not pay again.',
  })
  expect(await promise()).toEqual([{ day: '2026-03-06', late: false }])
  // The weekend after it is no business day; its end is midnight in Zurich.
  t.clock.now = new Date('2026-03-08T22:59:00Z')
  expect(await promise()).toEqual([{ day: '2026-03-06', late: false }])
  t.clock.advance(120_000)
  expect(await promise()).toEqual([{ day: '2026-03-06', late: true }])
  t.clock.advance(DAY)
  await t.call(verifyPayment, { as: await as(cast.admin), params: { paperId }, body: {} })
  const { abstracts } = (await t.call(listCompleted, { as: await as(cast.author) })).body
  expect(abstracts.map(({ paymentPromise }) => paymentPromise)).toEqual([null])
})

test('where a part of a reported payment arrived its author reads what is due, and reports the rest', async () => {
  const admin = await as(cast.admin)
  const { settings, revision } = (await t.call(readSettings, { as: admin })).body
  const fee = { feeAmount: '320.00', feeCurrency: 'EUR' }
  await t.call(saveSettings, { as: admin, body: { settings: { ...settings, ...fee }, revision } })
  const { paperId } = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(reportPayment, { as: await as(cast.author), params: { paperId }, body: { note: 'By bank.' } })
  const theirs = async () => {
    const { abstracts } = (await t.call(listOngoing, { as: await as(cast.author) })).body
    return abstracts.map(({ paymentPart, paymentReportedAt }) => [paymentPart, paymentReportedAt !== null])
  }
  expect(await theirs()).toEqual([[null, true]])
  const line = { hash: 'h', occurrence: 1, date: '2026-03-02', currency: 'EUR', payer: 'A', text: 'B' }
  const lines = [{ ...line, amount: '120.00', paperIds: [paperId], as: 'note' as const }]
  await t.call(importPayments, { as: admin, body: { lines } })
  const part = { received: '120.00 EUR', due: '200.00 EUR' }
  expect(await theirs()).toEqual([[part, false]])
  // Verified all the same, the receipt is over what arrived.
  const body = {}
  await t.call(verifyPayment, { as: admin, params: { paperId }, body })
  const desk = async () => {
    const { items } = (await t.call(listPayments, { as: admin, query: { q: paperId } })).body
    return items.map(({ state, authorNote, verified }) => [state, authorNote, verified?.amount])
  }
  expect(await desk()).toEqual([['verified', 'By bank.', '120.00']])
  await t.call(reopenPayment, { as: admin, params: { paperId }, body: { reason: 'The rest is missing.' } })
  expect(await desk()).toEqual([['awaiting', 'By bank.', undefined]])
  expect(await theirs()).toEqual([[part, false]])
  const report = async (note?: string) =>
    (await t.call(reportPayment, { as: await as(cast.author), params: { paperId }, body: { note } })).status
  expect([await report(), await report()]).toEqual([200, 409])
  expect(await desk()).toEqual([['reported', 'By bank.', undefined]])
  expect(await theirs()).toEqual([[part, true]])
  // The part was another paper's: what was reported last is looked for again, late as ever.
  const [shown] = (await t.call(listPayments, { as: admin, query: { q: paperId } })).body.items
  await t.call(importPayments, {
    as: admin,
    body: { lines: [{ ...line, hash: 'i', amount: '10.00', paperIds: [paperId], as: 'note' }] },
  })
  expect(await theirs()).toEqual([[{ received: '130.00 EUR', due: '190.00 EUR' }, false]])
  t.clock.advance(10 * DAY)
  const late = async () => {
    const { items } = (await t.call(listPayments, { as: await as(cast.admin), query: { status: 'late' } }))
      .body
    return items.map((one) => one.paperId)
  }
  expect(await late()).toEqual([])
  const { items } = (await t.call(listPayments, { as: await as(cast.admin), query: { q: paperId } })).body
  expect(shown?.lines).toHaveLength(1)
  for (const { id } of items[0]?.lines ?? [])
    await t.call(releaseLine, { as: await as(cast.admin), params: { lineId: id } })
  expect(await theirs()).toEqual([[null, true]])
  expect(await late()).toEqual([paperId])
})

test('where a verification was taken back, mail and page say the same, with the reason, until it is reported anew', async () => {
  const said = async (params: { paperId: string }) => {
    const { abstracts } = (await t.call(listOngoing, { as: await as(cast.author) })).body
    const shown = abstracts.find(({ paperId }) => paperId === params.paperId)
    const mail = (await t.mails()).findLast(({ kind }) => kind === 'payment_reopened')
    const next = mail?.text.split('\n').find((line) => /open again|look into it again/.test(line))
    return [
      mail?.subject,
      next?.split(' If ')[0],
      next?.includes('If you have paid'),
      shown?.paymentReportedAt === null,
      shown?.paymentTakenBack,
    ]
  }
  const admin = async (
    spec: typeof verifyPayment | typeof reopenPayment,
    params: { paperId: string },
    body: object,
  ) => expect((await t.call(spec, { as: await as(cast.admin), params, body })).status).toBe(200)
  const report = async (params: { paperId: string }) =>
    expect((await t.call(reportPayment, { as: await as(cast.author), params, body: {} })).status).toBe(200)
  const reason = 'The bank returned it.'
  const about = (paperId: string) => `${paperId}: the confirmation of your payment was taken back`

  const reported = await submissionAt(t, 'awaiting_payment', cast)
  await report(reported)
  await admin(verifyPayment, reported, {})
  await admin(reopenPayment, reported, { reason })
  const anew = 'You reported this payment; staff look into it again. Please do not pay again.'
  expect(await said(reported)).toEqual([about(reported.paperId), anew, false, false, reason])

  const open = await submissionAt(t, 'awaiting_payment', cast)
  await admin(verifyPayment, open, {})
  await admin(reopenPayment, open, { reason: 'First.' })
  t.clock.advance(1000)
  await admin(verifyPayment, open, {})
  await admin(reopenPayment, open, { reason })
  expect(await said(open)).toEqual([
    about(open.paperId),
    'The registration fee is open again.',
    true,
    true,
    reason,
  ])
  const admins = await as(cast.admin)
  const { settings, revision } = (await t.call(readSettings, { as: admins })).body
  const fee = { ...settings, feeAmount: '320', feeCurrency: 'EUR' }
  await t.call(saveSettings, { as: admins, body: { settings: fee, revision } })
  await admin(verifyPayment, open, { amount: '20', as: 'part' })
  await admin(verifyPayment, open, { amount: '300' })
  await admin(reopenPayment, open, { reason })
  const rest = '20.00 EUR of the registration fee are there; 300.00 EUR are open again.'
  expect((await said(open))[1]).toBe(rest)
  t.clock.advance(1000)
  await report(open)
  expect((await said(open)).slice(3)).toEqual([false, null])
})
