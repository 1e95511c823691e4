import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { listEmails, readEmail } from '#shared/mail/contract.ts'
import { listPayments, reopenPayment, verifyPayment } from '#shared/payments/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let smtp: SmtpPeer
let t: TestPortal
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

test('the mail carries the receipt, made when it is sent; the outbox holds no file', async () => {
  const author = await makePerson(t, { role: 'author' })
  const admin = await makePerson(t, { role: 'admin' })
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const params = await submissionAt(t, 'awaiting_payment', { author, reviewer, admin })
  await t.call(verifyPayment, { as: admin.token, params, body: { amount: '250' } })
  await t.drain()
  const { paperId } = params
  const subject = `${paperId}: payment confirmed, your submission is complete`
  const mail = await smtp.next((one) => one.subject === subject)
  expect(mail.text).toContain('Your receipt R26-0001 is attached')
  expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['R26-0001.pdf', 'application/pdf'],
  ])
  const receipts = async () =>
    (await t.call(listPayments, { as: admin.token, query: { q: paperId } })).body.items[0]?.receipts
  const [receipt] = (await receipts()) ?? []
  const file = await t.app.http.inject({ method: 'GET', url: receipt?.downloadUrl ?? '' })
  const content = mail.attachments[0]?.content
  expect(content instanceof ArrayBuffer && Buffer.from(content).equals(file.rawPayload)).toBe(true)
  const { items } = (await t.call(listEmails, { as: admin.token, query: { q: subject } })).body
  const read = await t.call(readEmail, { as: admin.token, params: { emailId: items[0]?.id ?? '' } })
  const [shown] = read.body.attachments
  expect(read.body.attachments.map(({ downloadUrl: _, ...one }) => one)).toEqual([
    { fileName: 'R26-0001.pdf', mime: 'application/pdf', size: file.rawPayload.length },
  ])
  const opened = await t.app.http.inject({ method: 'GET', url: shown?.downloadUrl ?? '' })
  expect(opened.rawPayload.equals(file.rawPayload)).toBe(true)

  const [row] = await rowsOf<{ size: number }>(
    t.database.db,
    sql`select pg_column_size(e.*)::int as size from emails e where subject = ${subject}`,
  )
  expect(row?.size ?? Number.NaN).toBeLessThan(10_000)

  const body = { reason: 'The transfer was returned.' }
  await t.call(reopenPayment, { as: admin.token, params, body })
  await t.drain()
  const taken = await smtp.next(
    (one) => one.subject === `${paperId}: the confirmation of your payment was taken back`,
  )
  expect([taken.text?.includes('Receipt R26-0001 is void'), taken.attachments.length]).toEqual([true, 0])
})

test('a mail that waits with a receipt is put away when that becomes void, and comes after no newer one', async () => {
  const author = await makePerson(t, { role: 'author' })
  const admin = await makePerson(t, { role: 'admin' })
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const params = await submissionAt(t, 'awaiting_payment', { author, reviewer, admin })
  await t.drain()
  const stays = await submissionAt(t, 'awaiting_payment', { author, reviewer, admin })
  for (const one of [params, stays])
    await t.call(verifyPayment, { as: admin.token, params: one, body: { amount: '250' } })
  await t.call(reopenPayment, { as: admin.token, params, body: { reason: 'The transfer was returned.' } })
  const states = async () => {
    const mails = (await t.mails()).filter(({ kind }) => /^payment_(verified|reopened)$/.test(kind))
    return mails
      .filter(({ subject }) => [params, stays].some(({ paperId }) => subject.startsWith(paperId)))
      .map(({ kind, subject, state }) => [kind, subject.split(':')[0], state])
  }
  const [gone, kept] = [params.paperId, stays.paperId]
  expect(await states()).toEqual([
    ['payment_verified', gone, 'discarded'],
    ['payment_verified', kept, 'queued'],
    ['payment_reopened', gone, 'queued'],
  ])
  await t.drain()
  expect((await states()).map(([, , state]) => state)).toEqual(['discarded', 'sent', 'sent'])
})
