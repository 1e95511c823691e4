import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { queueMail } from './queue-mail.ts'

let smtp: SmtpPeer
let t: TestPortal
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Chairs <chairs@conference.example>' } })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const message = {
  kind: 'abstract_received',
  title: 'Abstract received',
  body: 'We have it.',
  subject: 'A26-0001: we have received your abstract',
  paragraphs: ['Your abstract “<b>Bridges</b> & more” has arrived.'],
  action: { label: 'See it', url: 'https://portal.example/author?view=details&abstractId=A26-0001' },
}
const queue = (address: string, name = 'Ada Author', change: Partial<typeof message> = {}) =>
  t.transact((ctx) => queueMail(ctx, { address, name }, { ...message, ...change }))
const stateOf = async (id: string) => (await t.mails()).find((mail) => mail.id === id)

test('a queued mail arrives as text and HTML, with the headers of an automatic message, and is noted as sent', async () => {
  const id = await queue('ada@north.example')
  await t.drain()
  const mail = await smtp.next((one) => one.recipient === 'ada@north.example')
  expect(mail.subject).toBe(message.subject)
  expect(mail.text).toContain('Your abstract “<b>Bridges</b> & more” has arrived.')
  expect(mail.text).toContain(message.action.url)
  expect(mail.html).toContain('“&lt;b&gt;Bridges&lt;/b&gt; &amp; more”')
  expect(mail.html).not.toContain('<b>Bridges')
  const header = (name: string) => mail.headers.find((one) => one.key === name)?.value
  expect([header('auto-submitted'), mail.messageId, mail.from?.address]).toEqual([
    'auto-generated',
    `<${id}@portal.example>`,
    'chairs@conference.example',
  ])
  expect(header('list-unsubscribe')).toBeDefined()
  const row = await stateOf(id)
  expect([row?.state, row?.attempts]).toEqual(['sent', 1])
})

test('what nobody can turn off offers no unsubscribing', async () => {
  await queue('essential@north.example', 'Ada', { kind: 'reset_password' })
  await t.drain()
  const mail = await smtp.next((one) => one.recipient === 'essential@north.example')
  expect(mail.headers.map((one) => one.key)).not.toContain('list-unsubscribe')
})

test('no header can be injected through a name or a title', async () => {
  const evil = 'Eve\r\nBcc: victim@north.example\r\n\r\nhello'
  await queue('eve@north.example', evil, { subject: `A26-0002: ${evil}` })
  await t.drain()
  const mail = await smtp.next((one) => one.recipient === 'eve@north.example')
  expect(mail.bcc ?? []).toEqual([])
  expect(mail.subject).toBe('A26-0002: Eve Bcc: victim@north.example hello')
  expect(smtp.received.map((one) => one.recipient)).not.toContain('victim@north.example')
})

test('a recipient refused for good is failed at once, with the server’s words', async () => {
  smtp.answerWith({ code: 550, message: 'no such person here' })
  const id = await queue('nobody@north.example')
  await t.drain()
  smtp.answerWith(undefined)
  const row = await stateOf(id)
  expect([row?.state, row?.attempts]).toEqual(['failed', 1])
  expect(row?.lastAnswer).toContain('no such person here')
  expect(await t.drain()).toBe(0)
})

test('a refusal for now leaves the mail queued, to be tried again', async () => {
  smtp.answerWith({ code: 451, message: 'greylisted' })
  const id = await queue('later@north.example')
  await t.drain()
  smtp.answerWith(undefined)
  expect((await stateOf(id))?.state).toBe('queued')
  const waiting = await rowsOf<{ state: string }>(
    t.database.db,
    sql`select state from pgboss.job where name = 'send-mail' and data->>'emailId' = ${id}`,
  )
  expect(waiting).toEqual([{ state: 'retry' }])
})

test('a mail exists if and only if its change was committed', async () => {
  const countOf = async () =>
    rowsOf(
      t.database.db,
      sql`select (select count(*)::int from emails) as mails, (select count(*)::int from pgboss.job) as jobs`,
    )
  const before = await countOf()
  const failing = t.transact(async (ctx) => {
    await queueMail(ctx, { address: 'never@north.example', name: 'Nobody' }, message)
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  expect(await countOf()).toEqual(before)
})

test('without SMTP_URL mails are kept', async () => {
  const other = await openTestPortal()
  try {
    await other.transact((ctx) => queueMail(ctx, { address: 'kept@north.example', name: 'Kept' }, message))
    await other.drain()
    expect((await other.mails()).map((mail) => mail.state)).toEqual(['kept'])
    const page = await other.app.http.inject('/dev/mail')
    expect([page.statusCode, page.body.includes('kept@north.example')]).toEqual([200, true])
  } finally {
    await other.close()
  }
})

test('/dev/mail does not exist in production', async () => {
  const other = await openTestPortal({ env: { NODE_ENV: 'production' } })
  try {
    expect((await other.app.http.inject('/dev/mail')).statusCode).toBe(404)
  } finally {
    await other.close()
  }
})
