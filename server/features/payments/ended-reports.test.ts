import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listPayments,
  releaseLine,
  reopenPayment,
  reportPayment,
  settleReport,
  verifyPayment,
} from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { approvePaperAsChair, reopenPaper } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { abstractOverview } from '#shared/submissions/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** How reports of papers that are to be paid end, and what their authors are asked for then. */
let t: TestPortal
let cast: Cast
let staff: string
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  staff = (await makePerson(t, { role: 'author', isStaff: true })).token
  const as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const body = { settings: { ...settings, feeAmount: '250.00', feeCurrency: 'EUR' }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
})
afterAll(() => t.close())

const awaiting = () => submissionAt(t, 'awaiting_payment', cast)
const entry = async ({ paperId }: MadeSubmission) =>
  (await t.call(listPayments, { as: staff, query: { q: paperId } })).body.items[0]
const stateOf = async (made: MadeSubmission) => {
  const { state, received = [] } = (await entry(made)) ?? {}
  return [state, received.map(({ amount, currency }) => `${amount} ${currency}`)]
}
const settle = (params: MadeSubmission, body = {}) => t.call(settleReport, { as: staff, params, body })
const mailsOf = async (kind: string, { paperId }: MadeSubmission) =>
  (await t.mails()).filter((mail) => mail.kind === kind && mail.subject.includes(paperId))

/** A line of its own, applied as it is to one paper; gives what became of it. */
let lineNumber = 0
async function bring({ paperId }: MadeSubmission, amount: string, currency = 'EUR') {
  lineNumber += 1
  const as = amount.startsWith('-') ? ('refund' as const) : ('note' as const)
  const line = { hash: `line ${lineNumber}`, occurrence: 1, date: '2026-03-02', payer: 'Ada', text: 'fee' }
  const lines = [{ ...line, amount, currency, paperIds: [paperId], as }]
  const answer = await t.call(importPayments, { as: staff, body: { lines } })
  expect([answer.status, answer.refusal.message]).toEqual([200, answer.body.message])
  return answer.body.lines[0]?.outcome
}
const report = (params: MadeSubmission) => t.call(reportPayment, { as: cast.author.token, params, body: {} })
async function takeOff(made: MadeSubmission, currency = 'EUR') {
  const line = (await entry(made))?.lines.find((one) => one.currency === currency)
  return (await t.call(releaseLine, { as: staff, params: { lineId: line?.id ?? '' } })).body.message
}
const own = async (params: MadeSubmission) => {
  const { abstract } = (await t.call(abstractOverview, { as: cast.author.token, params })).body
  return { part: abstract.paymentPart, reported: abstract.paymentReportedAt !== null }
}

test('where the rest was reported after a part and never comes, its report is ended, and its author reads what is still due', async () => {
  const made = await awaiting()
  await bring(made, '100.00')
  await report(made)
  expect((await settle(made)).body.message).toBe(
    'Noted: nothing further arrived. The paper awaits 150.00 EUR. The author is told.',
  )
  const [told] = await mailsOf('payment_unfound', made)
  expect(told?.text).toContain(
    'not found, so 150.00 EUR of the registration fee are still due; 100.00 EUR arrived before.',
  )
  expect(await own(made)).toEqual({ part: { received: '100.00 EUR', due: '150.00 EUR' }, reported: false })
  await bring(made, '150.00')
  await report(made)
  const refused = await settle(made)
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    '250.00 EUR arrived for this paper. Verify its payment, or take that off it first.',
  ])
})

test('once money in another currency is taken off a paper or paid back, its author is told what is due, and the report is answered', async () => {
  const [off, back] = [await awaiting(), await awaiting()]
  for (const made of [off, back]) {
    await report(made)
    await bring(made, '165.00', 'USD')
    await bring(made, '100.00')
    expect([(await stateOf(made))[0], await mailsOf('payment_part', made)]).toEqual(['reported', []])
  }
  expect(await takeOff(off, 'USD')).toBe(
    'The line was taken off the paper. It can be imported again. The author is told what is still due.',
  )
  expect(await bring(back, '-165.00', 'USD')).toBe('refunded')
  for (const made of [off, back]) {
    expect(await mailsOf('payment_part', made)).toMatchObject([
      { subject: `${made.paperId}: 150.00 EUR of the registration fee are still due` },
    ])
    expect(await stateOf(made)).toEqual(['awaiting', ['100.00 EUR']])
    expect(await own(made)).toEqual({ part: { received: '100.00 EUR', due: '150.00 EUR' }, reported: false })
  }
})

test('who was asked to wait until the organisers have looked at money in another currency is told once all of it went, where no report stands', async () => {
  const [off, back, some, sought] = [await awaiting(), await awaiting(), await awaiting(), await awaiting()]
  for (const made of [off, back, some, sought]) await bring(made, '165.00', 'USD')
  const as = cast.admin.token
  await t.call(reopenPaper, { as, params: off, body: { reason: 'A mistake.' } })
  await t.call(approvePaperAsChair, { as, params: off, body: { score: 80, comments: 'Good.' } })
  expect(await mailsOf('paper_approve_looked_at', off)).toHaveLength(1)
  expect(await takeOff(off, 'USD')).toContain('The author is told what is still due.')
  expect(await bring(back, '-165.00', 'USD')).toBe('refunded')
  expect(await bring(some, '-65.00', 'USD')).toBe('refunded')
  await report(sought)
  expect(await takeOff(sought, 'USD')).not.toContain('told')
  for (const made of [off, back]) {
    const [told, ...more] = await mailsOf('payment_not_the_fee', made)
    expect([told?.subject, more]).toEqual([`${made.paperId}: pay the registration fee of 250.00 EUR`, []])
    expect(told?.text).toContain('The organisers looked at the 165.00 USD that had arrived for ')
    expect(told?.text).toContain('The whole fee is due: 250.00 EUR. Please pay it once')
    expect(await own(made)).toEqual({ part: null, reported: false })
  }
  for (const made of [some, sought]) expect(await mailsOf('payment_not_the_fee', made)).toEqual([])
  expect((await stateOf(sought))[0]).toBe('reported')
  // Money in the fee’s own currency that goes promises nothing.
  t.clock.advance(60_000)
  await bring(back, '100.00')
  await takeOff(back)
  expect(await mailsOf('payment_not_the_fee', back)).toHaveLength(1)
})

test('taking a wrong line off a paper, or paying it back, ends no report that nobody has looked for, and asks nobody to pay again', async () => {
  const [off, back, late] = [await awaiting(), await awaiting(), await awaiting()]
  for (const made of [off, back, late]) {
    await bring(made, '100.00')
    if (made !== late) await bring(made, '20.00')
    t.clock.advance(60_000)
    await report(made)
    t.clock.advance(60_000)
  }
  // Here the wrong line came after the report, and answered it.
  await bring(late, '20.00')
  const before = await Promise.all([off, back, late].map((made) => mailsOf('payment_part', made)))
  const takeWrongOff = async (made: MadeSubmission) => {
    const line = (await entry(made))?.lines.find(({ amount }) => amount === '20.00')
    return (await t.call(releaseLine, { as: staff, params: { lineId: line?.id ?? '' } })).body.message
  }
  const taken = 'The line was taken off the paper. It can be imported again.'
  expect([await takeWrongOff(off), await takeWrongOff(late)]).toEqual([taken, taken])
  expect(await bring(back, '-20.00')).toBe('refunded')
  const after = await Promise.all([off, back, late].map((made) => mailsOf('payment_part', made)))
  expect(after.map((mails) => mails.length)).toEqual(before.map((mails) => mails.length))
  for (const made of [off, back, late]) {
    expect(await stateOf(made)).toEqual(['reported', ['100.00 EUR']])
    expect(await own(made)).toEqual({ part: { received: '100.00 EUR', due: '150.00 EUR' }, reported: true })
  }
})

test('beside money in another currency its author is not asked for the rest, nor where the whole fee is there', async () => {
  const [abroad, whole] = [await awaiting(), await awaiting()]
  await bring(abroad, '165.00', 'USD')
  expect((await own(abroad)).part).toEqual({ received: '165.00 USD', due: null })
  await bring(abroad, '100.00')
  expect((await own(abroad)).part).toEqual({ received: '100.00 EUR and 165.00 USD', due: null })
  await bring(whole, '250.00')
  expect((await own(whole)).part).toEqual({ received: '250.00 EUR', due: null })
})

test('where a verification is taken back beside money in another currency, its author is not told to pay the rest', async () => {
  const made = await awaiting()
  await bring(made, '165.00', 'USD')
  await bring(made, '100.00')
  await t.call(verifyPayment, { as: staff, params: made, body: {} })
  await t.call(reopenPayment, { as: staff, params: made, body: { reason: 'A mistake.' } })
  const [told] = await mailsOf('payment_reopened', made)
  expect(told?.text).toContain(
    '100.00 EUR and 165.00 USD are there. The organisers look at what that is and tell you what is due; please do not pay again until then.',
  )
})

test('who looked for one report does not end another that came meanwhile', async () => {
  const made = await awaiting()
  await report(made)
  const { reportedAt = null } = (await entry(made)) ?? {}
  expect((await settle(made, { reportedAt })).status).toBe(200)
  t.clock.advance(60_000)
  await report(made)
  const stale = await settle(made, { reportedAt })
  expect([stale.status, stale.refusal.error, stale.refusal.message]).toEqual([
    409,
    'stale',
    'Its author has reported a payment anew meanwhile. Look for that one first.',
  ])
  expect((await stateOf(made))[0]).toBe('reported')
  expect((await settle(made, { reportedAt: (await entry(made))?.reportedAt })).status).toBe(200)
})

test('what was said not to be there does not stand as reported again where a wrong line is taken off', async () => {
  const made = await awaiting()
  await report(made)
  await settle(made)
  await bring(made, '100.00')
  await takeOff(made)
  expect([(await stateOf(made))[0], await own(made)]).toEqual(['awaiting', { part: null, reported: false }])
  // What a line had answered does.
  await report(made)
  await bring(made, '100.00')
  expect((await stateOf(made))[0]).toBe('awaiting')
  await takeOff(made)
  expect([(await stateOf(made))[0], await own(made)]).toEqual(['reported', { part: null, reported: true }])
})
