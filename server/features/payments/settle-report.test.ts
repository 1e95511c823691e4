import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments, releaseLine, reportPayment, settleReport } from '#shared/payments/contract.ts'
import { importPayments, type JudgedLine, previewImport } from '#shared/payments/import-contract.ts'
import { readPayment } from '#shared/payments/receipt-contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { reopenPaper } from '#shared/reviewing/desk-contract.ts'
import { deleteAbstract, withdrawAbstract } from '#shared/submissions/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let cast: Cast
let staff: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Ada Author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  staff = await makePerson(t, { role: 'author', isStaff: true })
})
afterAll(() => t.close())

const withdraw = (params: MadeSubmission) =>
  t.call(withdrawAbstract, { as: cast.author.token, params, body: { reason: 'We cannot come.' } })

/** A paper whose author reported its payment and then withdrew it. */
async function sought(): Promise<MadeSubmission> {
  const made = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(reportPayment, { as: cast.author.token, params: made, body: { note: 'From Ada' } })
  expect((await withdraw(made)).status).toBe(200)
  return made
}

const entry = async ({ paperId }: MadeSubmission, status?: string) => {
  const query = { q: paperId, ...(status && { status }) }
  return (await t.call(listPayments, { as: staff.token, query })).body.items[0]
}

const stateOf = async (made: MadeSubmission) => {
  const { state, received = [], authorNote } = (await entry(made)) ?? {}
  return [state, received.map(({ amount, currency }) => `${amount} ${currency}`), authorNote]
}

const settle = (params: MadeSubmission, body = {}, as = staff.token) =>
  t.call(settleReport, { as, params, body })

const mailsOf = async (kind: string, { paperId }: MadeSubmission) =>
  (await t.mails()).filter((mail) => mail.kind === kind && mail.subject.includes(paperId))

async function preview(...rows: string[]) {
  const file = Buffer.from(['Date,Amount,Text', ...rows].join('\n')).toString('base64')
  return (await t.call(previewImport, { as: staff.token, body: { file } })).body
}

/** Applies lines as they are, to the papers that they name. */
async function apply(judged: readonly JudgedLine[], as: 'payment' | 'note', asOf?: string) {
  const lines = judged.map(({ hash, occurrence, date, amount, currency, payer, text, papers }) => {
    const paperIds = papers.map(({ paperId }) => paperId)
    return { hash, occurrence, date, amount: amount ?? '', currency, payer, text, paperIds, as }
  })
  const body = { lines, ...(asOf !== undefined && { asOf }) }
  const answer = await t.call(importPayments, { as: staff.token, body })
  expect([answer.status, answer.refusal.message]).toEqual([200, answer.body.message])
  return answer.body
}

/** What its author reads of the money for a paper. */
const left = async (params: MadeSubmission) => {
  const { held, reported } = (await t.call(readPayment, { as: cast.author.token, params })).body
  return { held, reported }
}

test('a payment that was reported stays on the desk when its paper is withdrawn; the desk is told, with what is known', async () => {
  const made = await sought()
  expect(await stateOf(made)).toEqual(['sought', [], 'From Ada'])
  for (const status of ['held', 'reported', 'late', 'awaiting', 'part'])
    expect([status, (await entry(made, status)) !== undefined]).toEqual([status, status === 'held'])
  const told = await mailsOf('payment_left', made)
  expect(told.map(({ toAddress }) => toAddress).sort()).toEqual([cast.admin.email, staff.email].sort())
  expect(told[0]?.text).toContain('Its author reported a payment that is not found yet.')
  expect(await left(made)).toEqual({ held: [], reported: true })
  const plain = await submissionAt(t, 'awaiting_payment', cast)
  await withdraw(plain)
  expect([await entry(plain), await mailsOf('payment_left', plain)]).toEqual([undefined, []])
})

test('a statement’s line finds it: noted, to be paid back, and its author is told', async () => {
  const made = await sought()
  const other = await submissionAt(t, 'awaiting_payment', cast)
  const file = [
    `2026-03-02,250.00,Fee ${made.paperId}`,
    `2026-03-02,500.00,Fees ${made.paperId} ${other.paperId}`,
  ]
  const { lines } = await preview(...file)
  expect(lines.map(({ verdict, papers }) => [verdict, papers.map(({ paperId }) => paperId)])).toEqual([
    ['undue', [made.paperId]],
    ['several', [made.paperId, other.paperId]],
  ])
  // Even where somebody would have it pay: there is nothing to be paid.
  const applied = await apply(lines.slice(0, 1), 'payment')
  expect(applied.lines.map(({ outcome }) => outcome)).toEqual(['noted'])
  expect((await stateOf(made)).slice(0, 2)).toEqual(['held', ['250.00 EUR']])
  expect(await left(made)).toEqual({ held: ['250.00 EUR'], reported: false })
  const told = await mailsOf('payment_undue', made)
  expect(told.map(({ subject, toAddress }) => [toAddress, subject])).toEqual([
    [cast.author.email, `${made.paperId}: 250.00 EUR arrived, and nothing is to be paid`],
  ])
  expect(told[0]?.text).toContain('Please write to the organisers about paying it back.')
  expect((await settle(made)).status).toBe(409)
})

test('what somebody saw arrive is noted by hand; taken off again, it is looked for again', async () => {
  const made = await sought()
  const settled = await settle(made, { amount: '250', note: 'By card' })
  expect(settled.body).toEqual({
    message: '250.00 EUR were noted; they can be paid back. The author is told.',
  })
  expect((await stateOf(made)).slice(0, 2)).toEqual(['held', ['250.00 EUR']])
  const [line] = (await entry(made))?.lines ?? []
  expect([line?.text, line?.use]).toEqual(['By card', 'note'])
  expect((await mailsOf('payment_undue', made)).length).toBe(1)
  await t.call(releaseLine, { as: staff.token, params: { lineId: line?.id ?? '' } })
  expect((await stateOf(made)).slice(0, 2)).toEqual(['sought', []])
})

test('where nothing arrived its author is asked for the reference; what comes all the same is found by its line, or typed', async () => {
  const [made, other] = [await sought(), await sought()]
  for (const one of [made, other]) {
    expect((await settle(one)).body).toEqual({ message: 'Noted: nothing arrived. The author is told.' })
    expect(await left(one)).toEqual({ held: [], reported: false })
    expect([(await stateOf(one))[0], await entry(one, 'held')]).toEqual(['unfound', undefined])
  }
  const [told] = await mailsOf('payment_undue', made)
  expect(told?.text).toContain('please tell the organisers when, and with which reference.')
  const again = await settle(made, {}, cast.admin.token)
  expect([again.status, again.refusal.message]).toEqual([409, 'This is settled already: nothing arrived.'])
  const { lines } = await preview(`2026-03-09,250.00,Fee ${made.paperId}`)
  expect(lines.map(({ verdict }) => verdict)).toEqual(['undue'])
  await apply(lines, 'note')
  expect((await stateOf(made)).slice(0, 2)).toEqual(['held', ['250.00 EUR']])
  const twice = await settle(made, { amount: '250' })
  expect([twice.status, twice.refusal.message]).toEqual([409, 'This is settled already: 250.00 EUR arrived.'])
  expect((await settle(other, { amount: '250' })).status).toBe(200)
  expect((await stateOf(other)).slice(0, 2)).toEqual(['held', ['250.00 EUR']])
  // Taken off, it is as if it had never come.
  for (const one of [made, other]) {
    const [line] = (await entry(one))?.lines ?? []
    await t.call(releaseLine, { as: staff.token, params: { lineId: line?.id ?? '' } })
  }
  expect([(await stateOf(made))[0], (await stateOf(other))[0]]).toEqual(['sought', 'sought'])
})

test('who said that nothing arrived is not overruled where another line is taken off', async () => {
  const made = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(reportPayment, { as: cast.author.token, params: made, body: {} })
  const { lines } = await preview(`2026-03-01,12.00,Fee ${made.paperId}`)
  await apply(lines, 'note')
  await withdraw(made)
  t.clock.advance(1000)
  expect((await settle(made)).body.message).toBe('Noted: nothing further arrived. The author is told.')
  const [told] = await mailsOf('payment_undue', made)
  expect(told?.subject).toBe(
    `${made.paperId}: no further payment was found; 12.00 EUR are there, and nothing is to be paid`,
  )
  expect(told?.text).toMatch(
    /\n\nFor .* no further payment was found; 12\.00 EUR are there\. Nothing is to be paid for it now\.\n\nPlease write to the organisers about paying it back\. If you have paid more, please tell them when, and with which reference\./s,
  )
  const [line] = (await entry(made))?.lines ?? []
  await t.call(releaseLine, { as: staff.token, params: { lineId: line?.id ?? '' } })
  expect((await stateOf(made))[0]).toBe('unfound')
})

test('what was typed is not noted again by its own line, whichever of two people is first', async () => {
  const [before, meanwhile] = [await sought(), await sought()]
  const judged = await preview(`2026-02-27,250.00,Fee ${meanwhile.paperId}`)
  expect(judged.lines.map(({ verdict }) => verdict)).toEqual(['undue'])
  for (const one of [before, meanwhile]) await settle(one, { amount: '250' })
  const late = await preview(`2026-02-27,250.00,Fee ${before.paperId}`)
  expect(late.lines.map(({ verdict, earlier }) => [verdict, earlier?.amount])).toEqual([
    ['perhaps', '250.00'],
  ])
  const applied = await apply(judged.lines, 'note', judged.asOf)
  expect(applied.lines.map(({ outcome, paperIds }) => [outcome, paperIds])).toEqual([['meanwhile', []]])
  expect((await stateOf(meanwhile)).slice(0, 2)).toEqual(['held', ['250.00 EUR']])
  // Another one of the same amount is noted once somebody has seen that.
  const seen = await preview(`2026-02-27,250.00,Fee ${meanwhile.paperId}`)
  t.clock.advance(1000)
  expect((await apply(seen.lines, 'note', seen.asOf)).lines.map(({ outcome }) => outcome)).toEqual([
    'meanwhile',
  ])
  const anew = await preview(`2026-02-27,250.00,Fee ${meanwhile.paperId}`)
  expect((await apply(anew.lines, 'note', anew.asOf)).lines.map(({ outcome }) => outcome)).toEqual(['noted'])
})

test('a paper that is taken up again keeps its report: nobody deletes it, and what arrives counts if it is accepted', async () => {
  const made = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(reportPayment, { as: cast.author.token, params: made, body: {} })
  const body = { reason: 'A mistake.' }
  await t.call(reopenPaper, { as: cast.admin.token, params: made, body })
  expect((await stateOf(made))[0]).toBe('sought')
  expect((await mailsOf('payment_left', made)).map(({ subject }) => subject)).toEqual([
    `${made.paperId}: settle its payment, its acceptance was taken back`,
    `${made.paperId}: settle its payment, its acceptance was taken back`,
  ])
  expect((await t.call(deleteAbstract, { as: cast.author.token, params: made })).status).toBe(409)
  await settle(made, { amount: '100' })
  const [told] = await mailsOf('payment_undue', made)
  expect(told?.text).toContain('If the paper is accepted again, what arrived counts.')
})

test('nobody is said to be told whose account is gone', async () => {
  const author = await makePerson(t, { role: 'author' })
  const made = await submissionAt(t, 'awaiting_payment', { ...cast, author })
  await t.call(reportPayment, { as: author.token, params: made, body: {} })
  await t.call(deleteAccount, { as: author.token, body: { password: author.password } })
  expect((await settle(made)).body).toEqual({ message: 'Noted: nothing arrived.' })
  expect((await settle(made, { amount: '250' })).body).toEqual({
    message: '250.00 EUR were noted; they can be paid back.',
  })
})

test('what is to be paid is verified, not settled; an amount is one above 0', async () => {
  const made = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(reportPayment, { as: cast.author.token, params: made, body: {} })
  expect((await settle(made, { amount: '250' })).status).toBe(409)
  const gone = await sought()
  const zero = await settle(gone, { amount: '0' })
  expect([zero.status, zero.refusal.message]).toEqual([
    422,
    'Enter an amount above 0, or leave it empty if nothing arrived.',
  ])
})

test('a report that nothing came of is ended where the paper is to be paid: its author reads how to pay, and can report anew', async () => {
  const made = await submissionAt(t, 'awaiting_payment', cast)
  const report = (note: string) =>
    t.call(reportPayment, { as: cast.author.token, params: made, body: { note } })
  await report('By mistake')
  expect((await report('Again')).status).toBe(409)
  const early = await settle(made, { amount: '250' })
  expect([early.status, early.refusal.message]).toEqual([
    409,
    'This paper is to be paid. Verify its payment instead.',
  ])
  expect((await settle(made)).body).toEqual({
    message: 'Noted: nothing arrived. The paper awaits payment. The author is told.',
  })
  expect((await stateOf(made)).slice(0, 2)).toEqual(['awaiting', []])
  const [told] = await mailsOf('payment_unfound', made)
  expect([told?.toAddress, told?.subject]).toEqual([
    cast.author.email,
    `${made.paperId}: your payment did not arrive`,
  ])
  const again = await settle(made)
  expect([again.status, again.refusal.message]).toEqual([409, 'No payment is reported for this paper.'])
  expect((await report('Now truly')).status).toBe(200)
  expect(await stateOf(made)).toEqual(['reported', [], 'Now truly'])
})

test('where money in another currency is there, a report is not ended as if nothing had come; nor is one of a paper that is paid', async () => {
  const made = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(reportPayment, { as: cast.author.token, params: made, body: {} })
  const line = { hash: `${made.paperId} abroad`, occurrence: 1, date: '2026-03-02', payer: '', text: 'fee' }
  const lines = [{ ...line, amount: '90', currency: 'USD', paperIds: [made.paperId], as: 'note' as const }]
  await t.call(importPayments, { as: staff.token, body: { lines } })
  const refused = await settle(made)
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    '90.00 USD arrived for this paper. Verify its payment, or take that off it first.',
  ])
  const paid = await submissionAt(t, 'complete', cast)
  expect((await settle(paid)).status).toBe(409)
})
