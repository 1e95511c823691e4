import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { line, messageKind } from '#server/core/message.ts'
import { rowsOf } from '#server/db/db.ts'
import { emails } from '#server/db/schema.ts'
import { listEmails, releaseEmails, retryEmail, retryEmails } from '#shared/mail/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { queueMails } from './queue-mail.ts'

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

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const told = messageKind({
  key: 'told',
  group: 'submission',
  to: 'The author',
  when: 'In this test.',
  placeholders: { words: line('words', 'words') },
  subject: '{words}',
  body: '{words}',
  button: 'Open',
})
const queue = async (...addresses: string[]) =>
  t.transact((ctx) =>
    queueMails(
      ctx,
      addresses.map((address) => ({ address, name: 'Ada' })),
      told.of({ words: 'Something' }, 'https://portal.example'),
    ),
  )
const stateOf = async (id: string) => (await t.mails()).find((mail) => mail.id === id)?.state
/** A session does not last as long as what is waited for here. */
const asAdmin = async () => (await makePerson(t, { role: 'admin' })).token
const now = () => t.clock.now.getTime() / 1000
/** Tries a mail with all its jobs, as often before as is said. */
async function tryWith(id: string, retries: number): Promise<number> {
  await t.database.db.execute(
    sql`update pgboss.job set start_after = now() - interval '1 second', retry_count = ${retries}
      where data->>'emailId' = ${id} and state < 'active'`,
  )
  return t.drain()
}
/** The minutes until the next try. */
const waitOf = async (id: string) =>
  rowsOf<{ minutes: number }>(
    t.database.db,
    sql`select (extract(epoch from start_after - now()) / 60)::float as minutes from pgboss.job
      where data->>'emailId' = ${id} and state < 'active'`,
  )

test('a mail is tried for three days however often it was tried, and waits about an hour at most', async () => {
  smtp.answerWith({ code: 451, message: 'greylisted' })
  const [id = ''] = await queue('never@west.example')
  for (const [retries, least, most] of [
    [0, 0.4, 2.1],
    [3, 3.9, 16.1],
    [11, 31, 65],
    [12, 31, 65],
    [40, 31, 65],
  ] as const) {
    await tryWith(id, retries)
    expect(await stateOf(id)).toBe('queued')
    const waits = await waitOf(id)
    expect(waits).toHaveLength(1)
    for (const { minutes } of waits) {
      expect(minutes).toBeGreaterThan(least)
      expect(minutes).toBeLessThan(most)
    }
  }
  t.clock.advance(3 * DAY_MS - 1)
  await tryWith(id, 90)
  expect(await stateOf(id)).toBe('queued')
  t.clock.advance(1)
  await tryWith(id, 90)
  smtp.answerWith(undefined)
  expect(await stateOf(id)).toBe('failed')
  expect(await tryWith(id, 0)).toBe(0)
})

test('what is sent again is tried for three more days, also by the job that it had before', async () => {
  smtp.answerWith({ code: 451, message: 'greylisted' })
  const [id = ''] = await queue('again@west.example')
  await t.drain()
  t.clock.advance(2 * DAY_MS)
  await t.call(retryEmail, { as: await asAdmin(), params: { emailId: id } })
  await t.drain()
  t.clock.advance(2 * DAY_MS)
  await tryWith(id, 12)
  expect(await stateOf(id)).toBe('queued')
  t.clock.advance(DAY_MS)
  await tryWith(id, 12)
  smtp.answerWith(undefined)
  expect(await stateOf(id)).toBe('failed')
})

test('the list tells what waits, however many newer mails went out, until it is let go or sent again', async () => {
  const waiting = async () => {
    const { body } = await t.call(listEmails, { as: await asAdmin(), query: { limit: 1 } })
    return body.waiting && [body.waiting.since._seconds, body.waiting.answer]
  }
  await t.drain()
  expect(await waiting()).toBeNull()
  smtp.answerWith({ code: 451, message: 'greylisted' })
  const [id = ''] = await queue('old@west.example')
  const written = now()
  expect(await waiting()).toEqual([written, null])
  await t.drain()
  smtp.answerWith(undefined)
  t.clock.advance(HOUR_MS)
  await queue('new@west.example', 'newer@west.example')
  await t.drain()
  expect(await waiting()).toEqual([written, '451 greylisted'])

  await t.call(retryEmail, { as: await asAdmin(), params: { emailId: id } })
  expect(await waiting()).toEqual([now(), null])
  await t.drain()
  expect(await waiting()).toBeNull()

  const [held = ''] = await queue('held@west.example')
  await t.database.db.update(emails).set({ state: 'held' }).where(eq(emails.id, held))
  t.clock.advance(DAY_MS)
  expect(await waiting()).toBeNull()
  await t.call(releaseEmails, { as: await asAdmin(), body: { ids: [held] } })
  expect(await waiting()).toEqual([now(), null])
})

test('all that wait are tried at once, and not again before the server was asked', async () => {
  smtp.answerWith({ code: 451, message: 'greylisted' })
  await queue('one@south.example', 'two@south.example')
  await t.drain()
  const tryAll = async () =>
    (await t.call(retryEmails, { as: await asAdmin(), body: { matching: { status: 'queued', q: 'south' } } }))
      .body
  expect(await tryAll()).toMatchObject({ done: 2, left: 0 })
  expect(await tryAll()).toMatchObject({ done: 0, left: 0 })
  await t.drain()
  expect(await tryAll()).toMatchObject({ done: 2, left: 0 })
  smtp.answerWith(undefined)
})
