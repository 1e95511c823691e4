import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import type { BodyInputOf } from '#shared/core/endpoint.ts'
import { listPayments, reopenPayment, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { readPayment, type savePayer as SavePayer, savePayer } from '#shared/payments/receipt-contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import { abstractOverview, withdrawAbstract } from '#shared/submissions/contract.ts'
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
  await set({ feeAmount: '320.00', feeCurrency: 'EUR', organiserName: 'Society of Bridges' })
})
afterAll(() => t.close())

async function set(change: Partial<Settings>): Promise<void> {
  const { settings, revision } = (await t.call(readSettings, { as: cast.admin.token })).body
  const body = { settings: { ...settings, ...change }, revision }
  expect((await t.call(saveSettings, { as: cast.admin.token, body })).status).toBe(200)
}

const accepted = () => submissionAt(t, 'awaiting_payment', cast)
const verify = (params: MadeSubmission, body = {}) => t.call(verifyPayment, { as: staff.token, params, body })
const reopen = (params: MadeSubmission) =>
  t.call(reopenPayment, { as: staff.token, params, body: { reason: 'The transfer was returned.' } })
const paymentOf = async (params: MadeSubmission, as = cast.author) =>
  (await t.call(readPayment, { as: as.token, params })).body
const overviewOf = async (params: MadeSubmission) =>
  (await t.call(abstractOverview, { as: cast.author.token, params })).body
const madeOutTo = (params: MadeSubmission, body: BodyInputOf<typeof SavePayer>) =>
  t.call(savePayer, { as: cast.author.token, params, body })
const fetched = async (url: string) => {
  const answer = await t.app.http.inject({ method: 'GET', url })
  return { status: answer.statusCode, type: answer.headers['content-type'], bytes: answer.rawPayload }
}
const numbers = () =>
  rowsOf<{ name: string; void: boolean }>(
    t.database.db,
    sql`select name, voided_at is not null as void from receipts order by edition, number`,
  )

test('a verified payment makes the next number; a taken-back one is void and stays, and the next has a new one', async () => {
  const [one, other] = [await accepted(), await accepted()]
  expect(await paymentOf(one)).toEqual({
    payer: { name: 'Ada Author', address: expect.stringContaining('University'), taxNumber: '' },
    receipts: [],
    held: [],
    reported: false,
  })
  await verify(one, { amount: '320', reference: 'TX 1' })
  await verify(other)
  await reopen(one)
  await verify(one, { amount: '320' })
  expect(await numbers()).toEqual([
    { name: 'R26-0001', void: true },
    { name: 'R26-0002', void: false },
    { name: 'R26-0003', void: false },
  ])
  const { receipts } = await paymentOf(one)
  expect(receipts.map(({ number, voidedAt }) => [number, voidedAt === null])).toEqual([
    ['R26-0003', true],
    ['R26-0001', false],
  ])
  const desk = await t.call(listPayments, { as: staff.token, query: { q: 'r26-0001' } })
  expect(desk.body.items.map(({ paperId, receipts: all }) => [paperId, all.length])).toEqual([
    [one.paperId, 2],
  ])
  for (const { downloadUrl } of [...receipts, ...(desk.body.items[0]?.receipts ?? [])]) {
    const file = await fetched(downloadUrl)
    expect([file.status, file.type, file.bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
  }
})

test('a submission’s overview has its payment where something is or was to be paid, and only there', async () => {
  const [review, due, paid, back, withdrawn, untouched] = [
    await submissionAt(t, 'paper_submitted', cast),
    await accepted(),
    await accepted(),
    await accepted(),
    await accepted(),
    await accepted(),
  ]
  await verify(paid)
  await verify(back)
  await reopen(back)
  await verify(withdrawn)
  await reopen(withdrawn)
  const body = { reason: 'No time.' }
  for (const params of [withdrawn, untouched])
    expect((await t.call(withdrawAbstract, { as: cast.author.token, params, body })).status).toBe(200)
  for (const params of [due, paid, back, withdrawn])
    expect((await overviewOf(params)).payment).toEqual(await paymentOf(params))
  for (const params of [review, untouched]) expect((await overviewOf(params)).payment).toBeNull()
})

test('what is refused gives no number away', async () => {
  const before = await numbers()
  const paper = await accepted()
  await verify(paper)
  expect((await verify(paper)).status).toBe(409)
  const all = await Promise.all([
    verify(await accepted()),
    verify(await accepted()),
    verify(await accepted()),
  ])
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  const names = (await numbers()).slice(before.length).map(({ name }) => name)
  const next = before.length + 1
  expect(names).toEqual(Array.from({ length: 4 }, (_, at) => `R26-${String(next + at).padStart(4, '0')}`))
})

test('an imported statement makes receipts too, with what arrived and in its currency', async () => {
  const [one, other] = [await accepted(), await accepted()]
  const line = { date: '2026-03-01', payer: 'Ada', text: 'fee', as: 'payment' as const }
  const lines = [
    { ...line, hash: 'a', occurrence: 1, amount: '320.00', currency: 'EUR', paperIds: [one.paperId] },
    { ...line, hash: 'b', occurrence: 1, amount: '400.00', currency: 'USD', paperIds: [other.paperId] },
  ]
  await t.call(importPayments, { as: staff.token, body: { lines } })
  const rows = await rowsOf(
    t.database.db,
    sql`select paper_id, amount::text, currency, reference, organiser_name from receipts
      where paper_id in (${one.paperId}, ${other.paperId}) order by number`,
  )
  const common = { reference: 'Statement, 2026-03-01', organiser_name: 'Society of Bridges' }
  expect(rows).toEqual([
    { paper_id: one.paperId, amount: '320.00', currency: 'EUR', ...common },
    { paper_id: other.paperId, amount: '400.00', currency: 'USD', ...common },
  ])
})

test('the author says whom it is for: before, and after with a new receipt in place of the void one', async () => {
  const paper = await accepted()
  const firm = { name: 'Bridges Ltd', address: 'Quay 1\nLeith', taxNumber: 'GB 12' }
  expect((await madeOutTo(paper, firm)).body).toEqual({
    ...{ message: 'Saved.', payer: firm, receipts: [] },
    ...{ held: [], reported: false },
  })
  await verify(paper)
  const [first] = (await paymentOf(paper)).receipts
  expect((await madeOutTo(paper, firm)).body.receipts.map(({ number }) => number)).toEqual([first?.number])

  const changed = await madeOutTo(paper, { ...firm, taxNumber: 'GB 13' })
  expect(changed.body.receipts.map(({ number, voidedAt }) => [number, voidedAt === null])).toEqual([
    [expect.not.stringMatching(first?.number ?? ''), true],
    [first?.number, false],
  ])
  const rows = await rowsOf(
    t.database.db,
    sql`select payer_tax_number, amount::text from receipts where paper_id = ${paper.paperId} order by number`,
  )
  expect(rows).toEqual([
    { payer_tax_number: 'GB 12', amount: '320.00' },
    { payer_tax_number: 'GB 13', amount: '320.00' },
  ])
})

test('until its author says otherwise it is for them as their profile names them, not by the user name', async () => {
  const author = await makePerson(t, { role: 'author', name: 'ada_1815' })
  const body = { firstName: 'Ada', lastName: 'King', organization: 'Ockham' }
  expect((await t.call(saveProfile, { as: author.token, body })).status).toBe(200)
  const paper = await submissionAt(t, 'awaiting_payment', { ...cast, author })
  await verify(paper)
  const { payer, receipts } = await paymentOf(paper, author)
  expect([payer.name, receipts.length]).toEqual(['Ada King', 1])
  const made = await rowsOf(
    t.database.db,
    sql`select payer_name, payer_address from receipts where paper_id = ${paper.paperId}`,
  )
  expect(made).toEqual([{ payer_name: 'Ada King', payer_address: 'Ockham' }])

  const longest = { ...body, firstName: 'A'.repeat(100), lastName: 'K'.repeat(100) }
  expect((await t.call(saveProfile, { as: author.token, body: longest })).status).toBe(200)
  const other = await submissionAt(t, 'awaiting_payment', { ...cast, author })
  expect((await paymentOf(other, author)).payer.name).toBe(`${'A'.repeat(100)} ${'K'.repeat(99)}`)
})

test.each([
  [{ name: '', address: '', taxNumber: '' }, 'name'],
  [{ name: 'A\nB', address: '', taxNumber: '' }, 'name'],
  [{ name: 'A', address: `${'x\n'.repeat(8)}y`, taxNumber: '' }, 'address'],
  [{ name: 'A', address: '', taxNumber: '1\n2' }, 'taxNumber'],
])('refuses %j by its field', async (body, field) => {
  const { status, refusal } = await madeOutTo(await accepted(), body)
  expect([status, JSON.stringify(refusal.details)]).toEqual([422, expect.stringContaining(`"${field}"`)])
})

test('control characters in what a payer pastes are left out; a name of nothing else is none', async () => {
  const paper = await accepted()
  const pasted = {
    name: 'Bridges\u0007\tLtd\u200b',
    address: 'Quay\u001b 1\nLeith\u0085',
    taxNumber: 'GB\u0001 12',
  }
  const { payer } = (await madeOutTo(paper, pasted)).body
  expect(payer).toEqual({ name: 'Bridges Ltd\u200b', address: 'Quay 1\nLeith', taxNumber: 'GB 12' })
  for (const name of ['\u0007', '\u200b\u200b', '\u202e\u202d'])
    expect((await madeOutTo(paper, { ...pasted, name })).status).toBe(422)
})

test('what is left of a payment is shown after the paper was withdrawn: money, a void receipt, a report', async () => {
  const [part, taken, reported, untouched] = [
    await accepted(),
    await accepted(),
    await accepted(),
    await accepted(),
  ]
  await verify(part, { amount: '120.00', as: 'part' })
  await verify(taken)
  await reopen(taken)
  await t.call(reportPayment, { as: cast.author.token, params: reported, body: {} })
  const body = { reason: 'No time.' }
  for (const params of [part, taken, reported, untouched])
    expect((await t.call(withdrawAbstract, { as: cast.author.token, params, body })).status).toBe(200)
  const left = async (params: MadeSubmission) => {
    const { abstract } = await overviewOf(params)
    const { receipts, held, reported: isReported } = await paymentOf(params)
    return [abstract.paymentEarlier, held, receipts.map(({ voidedAt }) => voidedAt !== null), isReported]
  }
  expect(await left(part)).toEqual([true, ['120.00 EUR'], [], false])
  expect(await left(taken)).toEqual([true, [], [true], false])
  expect(await left(reported)).toEqual([true, [], [], true])
  expect(await left(untouched)).toEqual([false, [], [], false])
  expect((await madeOutTo(part, { name: 'Ada', address: '', taxNumber: '' })).status).toBe(409)
})

test('a payer can be said from acceptance on; a receipt is made anew ten times at most', async () => {
  const early = await submissionAt(t, 'paper_submitted', cast)
  const payer = { name: 'Ada', address: '', taxNumber: '' }
  expect((await madeOutTo(early, payer)).status).toBe(409)
  const paper = await accepted()
  await verify(paper)
  for (let at = 1; at < 10; at += 1) {
    expect((await madeOutTo(paper, { ...payer, taxNumber: `${at}` })).status).toBe(200)
  }
  expect((await madeOutTo(paper, payer)).refusal.error).toBe('wrong_state')
  // Refused as a whole: the payer is as before.
  expect((await paymentOf(paper)).payer.taxNumber).toBe('9')
})

test('a link is for its person alone: nobody else’s paper, no role that was taken away, nothing forged', async () => {
  const paper = await accepted()
  await verify(paper)
  const stranger = await makePerson(t, { role: 'author' })
  const asked = await t.call(readPayment, { as: stranger.token, params: paper })
  const said = await t.call(savePayer, {
    as: stranger.token,
    params: paper,
    body: { name: 'Eve', address: '', taxNumber: '' },
  })
  expect([asked.status, said.status]).toEqual([404, 404])

  const desk = await t.call(listPayments, { as: staff.token, query: { q: paper.paperId } })
  const url = desk.body.items[0]?.receipts[0]?.downloadUrl ?? ''
  expect((await fetched(url)).status).toBe(200)
  await t.database.db.execute(sql`update users set is_staff = false where id = ${staff.id}`)
  expect((await fetched(url)).status).toBe(404)
  await t.database.db.execute(sql`update users set is_staff = true where id = ${staff.id}`)
  expect((await fetched(`${url}x`)).status).toBe(422)
  t.clock.advance(13 * 60_000)
  expect((await fetched(url)).status).toBe(422)
})

test('the database keeps receipts: no gap, no second valid one, nothing changed or removed', async () => {
  const { db } = t.database
  const refused = async (statement: ReturnType<typeof sql>) => {
    try {
      await db.execute(statement)
    } catch (error) {
      const { cause } = error as { cause?: { constraint?: string } }
      return cause?.constraint
    }
    return 'done'
  }
  const copy = (change: Record<string, ReturnType<typeof sql>>) => {
    const columns = ['id', 'number', 'payment_id', 'voided_at', 'voided_on']
    const value = (column: string) => change[column] ?? sql.identifier(column)
    return sql`insert into receipts (id, number, payment_id, voided_at, voided_on, edition, submission_id, issued_at,
        issued_on, conference, organiser_name, organiser_address, organiser_tax_number, payer_name, payer_address,
        payer_tax_number, paper_id, title, amount, currency, reference)
      select ${sql.join(columns.map(value), sql`, `)}, edition, submission_id, issued_at, issued_on, conference,
        organiser_name, organiser_address, organiser_tax_number, payer_name, payer_address, payer_tax_number, paper_id,
        title, amount, currency, reference from receipts order by number desc limit 1`
  }
  const id = sql`gen_random_uuid()`
  const voided = { voided_at: sql`now()`, voided_on: sql`now()::date` }
  expect(await refused(copy({ id, ...voided, number: sql`number + 2` }))).toBe('receipts_no_gap')
  expect(await refused(copy({ id, ...voided, number: sql`number` }))).toBe('receipts_number')
  expect(await refused(copy({ id, ...voided, number: sql`0` }))).toBe('receipts_from_one')
  expect(await refused(copy({ id, number: sql`number + 1` }))).toBe('receipts_one_valid')
  expect(await refused(sql`delete from receipts`)).toBe('receipts_kept')
  for (const change of ['amount = 1', "title = 'x'", "payer_name = 'Eve'", 'number = number + 1']) {
    expect(await refused(sql.raw(`update receipts set ${change} where number = 2`))).toBe('receipts_kept')
  }
  expect(
    await refused(sql`update receipts set voided_at = null, voided_on = null where voided_at is not null`),
  ).toBe('receipts_kept')
})

test('a deleted account leaves its receipts without the payer; the number, the sum and the paper stay', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Xaverine Quux' })
  const paper = await submissionAt(t, 'awaiting_payment', { ...cast, author })
  const body = { name: 'Quux GmbH', address: 'Quuxallee 1', taxNumber: 'DE 99' }
  await t.call(savePayer, { as: author.token, params: paper, body })
  await verify(paper)
  await t.call(deleteAccount, { as: author.token, body: { password: author.password } })
  const rows = await rowsOf(
    t.database.db,
    sql`select payer_name, payer_address, payer_tax_number, amount::text, voided_at,
      (select count(*)::int from payers p where p.submission_id = r.submission_id) as said
      from receipts r where paper_id = ${paper.paperId}`,
  )
  expect(rows).toEqual([
    { payer_name: '', payer_address: '', payer_tax_number: '', amount: '320.00', voided_at: null, said: 0 },
  ])
  const desk = await t.call(listPayments, { as: staff.token, query: { q: paper.paperId } })
  expect((await fetched(desk.body.items[0]?.receipts[0]?.downloadUrl ?? '')).status).toBe(200)
})
