import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receipts } from '#server/db/schema.ts'
import { listPayments, releaseLine, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

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
  const body = { settings: { ...settings, feeAmount: '200.00', feeCurrency: 'EUR' }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
})
afterAll(() => t.close())

const awaiting = () => submissionAt(t, 'awaiting_payment', cast)
const verify = (params: MadeSubmission, body: object = {}) =>
  t.call(verifyPayment, { as: staff, params, body })
async function shown({ paperId }: MadeSubmission) {
  const [one] = (await t.call(listPayments, { as: staff, query: { q: paperId } })).body.items
  const sums = one?.received.map(({ amount, currency }) => `${amount} ${currency}`).join()
  return [one?.state, sums, one?.balance, one?.missing?.amount ?? null]
}
const listed = async (status: string, { paperId }: MadeSubmission) =>
  (await t.call(listPayments, { as: staff, query: { status, q: paperId } })).body.count
function note({ paperId }: MadeSubmission, amount: string, currency = 'EUR') {
  const line = { date: '2026-03-02', currency, payer: 'Ada', text: 'fee', occurrence: 1 }
  const lines = [{ ...line, hash: `${paperId} ${amount}`, amount, paperIds: [paperId], as: 'note' as const }]
  return t.call(importPayments, { as: staff, body: { lines } })
}
function refund({ paperId }: MadeSubmission, amount: string, currency: string) {
  const line = { date: '2026-03-02', currency, payer: 'Ada', text: 'back', occurrence: 1 }
  const lines = [
    { ...line, hash: `${paperId} ${amount}`, amount, paperIds: [paperId], as: 'refund' as const },
  ]
  return t.call(importPayments, { as: staff, body: { lines } })
}

test('verified without an amount, the fee is what was received', async () => {
  const made = await awaiting()
  expect((await verify(made)).status).toBe(200)
  expect(await shown(made)).toEqual(['verified', '200.00 EUR', 'exact', null])
  expect([await listed('part', made), await listed('over', made)]).toEqual([0, 0])
})

test('what was noted in another currency stands for the fee, which did not come beside it', async () => {
  const made = await awaiting()
  await note(made, '230.00', 'USD')
  expect((await verify(made)).status).toBe(200)
  expect(await shown(made)).toEqual(['verified', '230.00 USD', 'foreign', null])
  // The receipt says what arrived, not the fee; so does the mail with it.
  const given = await t.database.db
    .select({ amount: receipts.amount, currency: receipts.currency })
    .from(receipts)
    .where(eq(receipts.paperId, made.paperId))
  expect(given).toEqual([{ amount: '230.00', currency: 'USD' }])
  expect((await t.mails()).at(-1)?.text).toContain('Amount: 230.00 USD.')
})

test('less than the fee is asked about, and noted as the part that it is', async () => {
  const made = await awaiting()
  await t.call(reportPayment, { as: cast.author.token, params: made, body: {} })
  const mails = (await t.mails()).length
  const asked = await verify(made, { amount: '0.01' })
  expect([asked.status, asked.refusal.error, asked.refusal.message, asked.refusal.details]).toEqual([
    409,
    'not_the_fee',
    '0.01 EUR is 199.99 EUR less than the fee of 200.00 EUR. Say whether it is a part, or all that is to be paid.',
    { total: '0.01 EUR', missing: '199.99 EUR' },
  ])
  expect([await shown(made), (await t.mails()).length]).toEqual([['reported', '', null, null], mails])

  expect((await verify(made, { amount: '0.01', as: 'part', reference: 'TX 1' })).status).toBe(200)
  expect(await shown(made)).toEqual(['awaiting', '0.01 EUR', 'part', '199.99'])
  expect((await t.mails()).slice(mails).map(({ kind }) => kind)).toEqual(['payment_part'])
  const [one] = (await t.call(listPayments, { as: staff, query: { q: made.paperId } })).body.items
  expect(one?.lines.map(({ amount, use, text }) => [amount, use, text])).toEqual([['0.01', 'note', 'TX 1']])
  await t.call(releaseLine, { as: staff, params: { lineId: one?.lines[0]?.id ?? '' } })
  expect(await shown(made)).toEqual(['reported', '', null, null])
})

test('what was noted before counts with what is typed, and is never replaced', async () => {
  const [rest, all, less, waived] = [await awaiting(), await awaiting(), await awaiting(), await awaiting()]
  for (const made of [rest, all, less, waived]) await note(made, '150.00')
  expect((await verify(rest, { amount: '50' })).status).toBe(200)
  expect(await shown(rest)).toEqual(['verified', '200.00 EUR', 'exact', null])

  const asked = await verify(all, { amount: '200' })
  expect([asked.refusal.error, asked.refusal.message]).toEqual([
    'not_the_fee',
    '150.00 EUR noted before and 200.00 EUR now make 350.00 EUR, which is more than the fee of 200.00 EUR. Enter what arrived beside the parts noted before.',
  ])
  expect((await verify(all, { amount: '200', as: 'part' })).refusal.error).toBe('wrong_state')
  await verify(all, { amount: '200', as: 'paid' })
  expect(await shown(all)).toEqual(['verified', '350.00 EUR', 'over', null])

  const short = (await verify(less, { amount: '20' })).refusal
  expect([short.message, short.details]).toEqual([
    '150.00 EUR noted before and 20.00 EUR now make 170.00 EUR, which is 30.00 EUR less than the fee of 200.00 EUR. Say whether it is a part, or all that is to be paid.',
    { total: '170.00 EUR', missing: '30.00 EUR' },
  ])
  await verify(less, { amount: '20', as: 'paid' })
  expect(await shown(less)).toEqual(['verified', '170.00 EUR', 'part', '30.00'])

  await verify(waived)
  expect(await shown(waived)).toEqual(['verified', '150.00 EUR', 'part', '50.00'])
})

test('more than the fee at once is asked about, verified, and shown as more', async () => {
  const made = await awaiting()
  const asked = await verify(made, { amount: '260' })
  expect([asked.status, asked.refusal.error, asked.refusal.message]).toEqual([
    409,
    'not_the_fee',
    '260.00 EUR is more than the fee of 200.00 EUR. Say so if that is what arrived.',
  ])
  expect((await verify(made, { amount: '260', as: 'paid' })).status).toBe(200)
  expect(await shown(made)).toEqual(['verified', '260.00 EUR', 'over', null])
  expect((await verify(made, { amount: '0.01' })).refusal.error).toBe('wrong_state')
})

test('who saw something else than is there by now is told so, and nothing is verified or noted', async () => {
  const made = await awaiting()
  const none: { amount: string; currency: string }[] = []
  await note(made, '50.00')
  for (const body of [{ received: none }, { received: none, amount: '50', as: 'part' }]) {
    const refused = await verify(made, body)
    expect([refused.status, refused.refusal.error, refused.refusal.message]).toEqual([
      409,
      'stale',
      'What is noted for this paper has changed meanwhile: 50.00 EUR arrived so far. Look at it again.',
    ])
  }
  expect(await shown(made)).toEqual(['awaiting', '50.00 EUR', 'part', '150.00'])
  const seen = { received: [{ amount: '50', currency: 'EUR' }] }
  expect((await verify(made, { ...seen, amount: '150.00' })).status).toBe(200)
  expect(await shown(made)).toEqual(['verified', '200.00 EUR', 'exact', null])
})

test('a part that is sent once more, as its answer got lost, is noted once', async () => {
  const made = await awaiting()
  const body = { amount: '50', as: 'part' as const, received: [] }
  const send = () =>
    t.call(verifyPayment, { as: staff, params: made, body, headers: { 'idempotency-key': 'a-part-of-it' } })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
  expect(await shown(made)).toEqual(['awaiting', '50.00 EUR', 'part', '150.00'])
})

test('a part beside money in another currency is noted, and its author told nothing yet', async () => {
  const made = await awaiting()
  await note(made, '90.00', 'USD')
  const mails = (await t.mails()).length
  const noted = await verify(made, { amount: '50', as: 'part' })
  expect([noted.body, (await t.mails()).length]).toEqual([
    {
      message:
        'The part was noted. Money in another currency is there too: the author is told nothing until you say what it is.',
    },
    mails,
  ])
})

test('where the fee came in two currencies, its receipt and mail name no sum, and what stands for it is not paid back', async () => {
  const made = await awaiting()
  await note(made, '165.00', 'USD')
  await note(made, '100.00')
  expect((await verify(made)).status).toBe(200)
  expect(await shown(made)).toEqual(['verified', '100.00 EUR,165.00 USD', 'foreign', null])
  const given = await t.database.db
    .select({ amount: receipts.amount })
    .from(receipts)
    .where(eq(receipts.paperId, made.paperId))
  expect(given).toEqual([{ amount: null }])
  expect((await t.mails()).at(-1)?.text).not.toContain('Amount')
  expect((await refund(made, '-165.00', 'USD')).body.lines.map(({ outcome }) => outcome)).toEqual(['below'])
})

test('money in another currency that the payment was not verified with is paid back whole', async () => {
  const made = await awaiting()
  await note(made, '300.00', 'USD')
  expect((await verify(made, { amount: '200' })).status).toBe(200)
  const done = await refund(made, '-300.00', 'USD')
  expect([done.status, done.body.lines.map(({ outcome }) => outcome)]).toEqual([200, ['refunded']])
  expect(await shown(made)).toEqual(['verified', '200.00 EUR', 'exact', null])
})
