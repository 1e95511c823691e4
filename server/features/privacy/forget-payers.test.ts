import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { listActivity } from '#shared/activity/contract.ts'
import {
  listPayments,
  reopenPayment,
  reportPayment,
  settleReport,
  verifyPayment,
} from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { readPdfPages } from '#tests/read-pdf-pages.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const NOT_KEPT = ' What you typed is not kept: the account of its author was deleted.'

let t: TestPortal
let admin: MadePerson
let reviewer: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer' })
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const body = { settings: { ...settings, feeAmount: '250.00', feeCurrency: 'EUR' }, revision }
  await t.call(saveSettings, { as: admin.token, body })
})
afterAll(() => t.close())

const at = (stage: 'awaiting_payment', author: MadePerson) =>
  submissionAt(t, stage, { author, reviewer, admin })

const leave = (who: MadePerson) => t.call(deleteAccount, { as: who.token, body: { password: who.password } })

const verify = (params: MadeSubmission, body = {}) => t.call(verifyPayment, { as: admin.token, params, body })

const reopen = (params: MadeSubmission, reason: string) =>
  t.call(reopenPayment, { as: admin.token, params, body: { reason } })

async function take(
  hash: string,
  lines: { paperIds: string[]; as: 'payment' | 'note' | 'refund'; amount: string }[],
) {
  const line = { date: '2026-03-02', currency: 'EUR', payer: 'Zoltan Quux', text: 'Fee of Zoltan Quux' }
  const body = { lines: lines.map((one, at) => ({ ...line, ...one, hash, occurrence: at + 1 })) }
  return (await t.call(importPayments, { as: admin.token, body })).body.lines.map(({ outcome }) => outcome)
}

/** The tables in which a trace stands, apart from the queue and from mails, which are forgotten by other rules. */
async function tablesWith(trace: string): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    t.database.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'
      and table_name <> 'emails' order by 1`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const like = sql`select 1 from ${sql.identifier(name)} x where row_to_json(x)::text ilike ${`%${trace}%`} limit 1`
      return (await rowsOf(t.database.db, like)).length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

test('what the desk typed of a payment goes with the account, out of the activity too', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Ada' })
  const paid = await at('awaiting_payment', author)
  const other = await at('awaiting_payment', await makePerson(t, { role: 'author', name: 'Bea' }))
  for (const paper of [paid, other]) {
    await verify(paper, { reference: 'Xaver wire', note: 'Xaver phoned' })
    await reopen(paper, 'Xaver asked for it')
    await verify(paper, { reference: 'Xaver again' })
  }
  expect(await tablesWith('xaver')).toEqual(['notices', 'payments', 'receipts', 'submission_events'])
  await leave(author)
  const left = await rowsOf(
    t.database.db,
    sql`select reference, note, reopen_reason as reason, amount::text from payments
      where submission_id = ${paid.abstractId} order by verified_at`,
  )
  expect(left).toEqual([
    { reference: null, note: null, reason: '', amount: '250.00' },
    { reference: null, note: null, reason: null, amount: '250.00' },
  ])
  const said = async ({ abstractId }: MadeSubmission) =>
    (
      await rowsOf<{ said: string | null }>(
        t.database.db,
        sql`select reference as said from receipts where submission_id = ${abstractId}
          union select note from submission_events where submission_id = ${abstractId} and kind = 'payment_reopened' order by said`,
      )
    ).map((row) => row.said)
  expect(await said(paid)).toEqual(['', null])
  expect(await said(other)).toEqual(['Xaver again', 'Xaver asked for it', 'Xaver wire'])
  const found = await t.call(listActivity, { as: admin.token, query: { q: paid.paperId, status: 'payment' } })
  const notes = found.body.items.flatMap(({ changes }) => changes.filter(({ field }) => field === 'note'))
  expect(notes).toContainEqual({ field: 'note', before: null, after: '…' })
})

test('what comes after the account is gone is kept without payer and words, and counts', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Ada' })
  const [paid, sought, later] = [
    await at('awaiting_payment', author),
    await at('awaiting_payment', author),
    await at('awaiting_payment', author),
  ]
  await take('before', [{ paperIds: [paid.paperId], as: 'payment', amount: '250.00' }])
  await verify(later)
  await t.call(reportPayment, { as: author.token, params: sought, body: {} })
  const standing = await at('awaiting_payment', await makePerson(t, { role: 'author', name: 'Bea' }))
  await leave(author)
  expect(await tablesWith('quux')).toEqual([])

  expect(
    await take('after', [
      { paperIds: [paid.paperId, standing.paperId], as: 'note', amount: '20.00' },
      { paperIds: [paid.paperId], as: 'refund', amount: '-10.00' },
    ]),
  ).toEqual(['noted', 'refunded'])
  await t.call(settleReport, {
    as: admin.token,
    params: sought,
    body: { amount: '9', note: 'From Zoltan Quux' },
  })
  expect((await reopen(later, 'Zoltan Quux wrote')).body.message).toBe(
    `The verification was taken back; the paper awaits payment.${NOT_KEPT}`,
  )
  await verify(later, { amount: '40', as: 'part', reference: 'Quux', note: 'Part of Quux' })
  await verify(later, { amount: '210', reference: 'Quux', note: 'Rest of Quux' })
  const rows = await rowsOf<{ id: string; payer: string; text: string; amount: string }>(
    t.database.db,
    sql`select submission_id as id, payer, text, amount::text from bank_lines order by bank_lines.amount`,
  )
  const linesOf = ({ abstractId }: MadeSubmission) =>
    rows.filter(({ id }) => id === abstractId).map(({ payer, text, amount }) => [payer, text, amount])
  expect(linesOf(paid)).toEqual([
    ['', '', '-10.00'],
    ['', '', '10.00'],
    ['', '', '250.00'],
  ])
  expect(linesOf(sought)).toEqual([['', 'Noted by hand', '9.00']])
  expect(linesOf(later)).toEqual([['', 'Noted by hand', '40.00']])
  // Of the paper whose author is still here the line says what it said.
  expect(linesOf(standing)).toEqual([['Zoltan Quux', 'Fee of Zoltan Quux', '10.00']])
  await t.database.db.execute(sql`delete from bank_lines where submission_id = ${standing.abstractId}`)
  expect(await tablesWith('quux')).toEqual([])
  const receipts = await rowsOf(
    t.database.db,
    sql`select reference, payer_name, payer_address from receipts
      where submission_id in (${paid.abstractId}, ${later.abstractId}) order by number`,
  )
  expect(receipts).toEqual([
    { reference: 'Statement, 2026-03-02', payer_name: '', payer_address: '' },
    { reference: '', payer_name: '', payer_address: '' },
    { reference: '', payer_name: '', payer_address: '' },
  ])
})

test('a receipt that is made after that says what the earlier ones say', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Ada' })
  const paper = await at('awaiting_payment', author)
  await verify(paper)
  await leave(author)
  await reopen(paper, 'Returned')
  await verify(paper)
  const { items } = (await t.call(listPayments, { as: admin.token, query: { q: paper.paperId } })).body
  const texts = await Promise.all(
    (items[0]?.receipts ?? []).map(async ({ downloadUrl }) => {
      const answer = await t.app.http.inject({ url: downloadUrl })
      return (await readPdfPages(answer.rawPayload)).lines
    }),
  )
  expect(texts).toHaveLength(2)
  for (const text of texts) {
    expect(text).toContain('Not kept: the account was deleted')
    expect(text).not.toContain('Deleted account')
  }
})
