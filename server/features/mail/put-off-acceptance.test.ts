import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** What the mail of an acceptance asks for that the mail server put off while its author went on. */
let t: TestPortal
let smtp: SmtpPeer
let cast: Cast
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  const as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const body = { settings: { ...settings, feeAmount: '250.00', feeCurrency: 'EUR' }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

async function putOff() {
  await t.drain()
  smtp.answerWith({ code: 451, message: 'later' })
  const made = await submissionAt(t, 'awaiting_payment', cast)
  await t.drain()
  smtp.answerWith(undefined)
  return made
}
const acceptanceOf = async ({ abstractId }: MadeSubmission) =>
  (await t.mails()).findLast(({ decides }) => decides === abstractId)
async function later(made: MadeSubmission) {
  await t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
  await t.drain()
  const mail = await acceptanceOf(made)
  const sent = smtp.received.findLast(({ subject }) => subject === mail?.subject)
  return { ...mail, arrivedAs: sent?.messageId }
}
const report = (params: MadeSubmission) => t.call(reportPayment, { as: cast.author.token, params, body: {} })
const verify = (params: MadeSubmission) => t.call(verifyPayment, { as: cast.admin.token, params, body: {} })

test('asks nobody for the fee who reported it or whose payment was confirmed meanwhile, and keeps its Message-ID', async () => {
  const [nothing, reported, confirmed, both] = [
    await putOff(),
    await putOff(),
    await putOff(),
    await putOff(),
  ]
  const before = await acceptanceOf(confirmed)
  expect([before?.kind, before?.state, before?.attempts]).toEqual(['paper_approve', 'queued', 1])
  for (const made of [reported, both]) expect((await report(made)).status).toBe(200)
  for (const made of [confirmed, both]) expect((await verify(made)).status).toBe(200)
  const asks = 'What to do now: pay the registration fee.'
  const late = await later(nothing)
  expect([late.kind, late.state]).toEqual(['paper_approve', 'sent'])
  expect(late.text).toContain(asks)
  const sought = await later(reported)
  expect([sought.kind, sought.state, sought.subject]).toEqual([
    'paper_approve_paid',
    'sent',
    `${reported.paperId}: accepted – your payment is being verified`,
  ])
  expect(sought.text).toContain('your payment is with the staff, who verify it.')
  for (const made of [confirmed, both]) {
    const { kind, state, text } = await later(made)
    expect([kind, state]).toEqual(['paper_approve_complete', 'sent'])
    expect(text).toContain('your payment is confirmed, and your submission is complete.')
    expect(text).not.toContain(asks)
  }
  const { messageId, arrivedAs } = await later(confirmed)
  expect([messageId, arrivedAs]).toEqual([before?.messageId, before?.messageId])
})

test('keeps the words that somebody changed before it was let go', async () => {
  const made = await putOff()
  const before = await acceptanceOf(made)
  await t.database.db.execute(sql`update emails set revision = 1 where id = ${before?.id}`)
  await report(made)
  const { kind, state, text } = await later(made)
  expect([kind, state, text]).toEqual(['paper_approve', 'sent', before?.text])
})
