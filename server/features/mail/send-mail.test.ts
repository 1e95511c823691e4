import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { line, type MessageGroup, messageKind } from '#server/core/message.ts'
import { rowsOf } from '#server/db/db.ts'
import { emails } from '#server/db/schema.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { queueEach, queueMail } from './queue-mail.ts'
import { sendMail } from './send-mail-kind.ts'

const said: { statement: string; params: unknown[] }[] = []
let smtp: SmtpPeer
let t: TestPortal
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Chairs <chairs@conference.example>' },
    logger: { logQuery: (statement, params) => void said.push({ statement, params }) },
  })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const url = 'https://portal.example/author?view=details&abstractId=A26-0001'
const kindOf = (group: MessageGroup) =>
  messageKind({
    key: 'abstract_received',
    group,
    to: 'The author',
    when: 'In this test.',
    placeholders: { title: line('the title', 'Bridges') },
    subject: 'A26-0001: we have received “{title}”',
    body: 'Your abstract “{title}” has arrived.',
    button: 'See it',
  })
const received = kindOf('submission')
const title = '<b>Bridges</b> & more'
const queue = (address: string, given: { name?: string; title?: string; kind?: typeof received } = {}) =>
  t.transact((ctx) =>
    queueMail(
      ctx,
      { address, name: given.name ?? 'Ada Author' },
      (given.kind ?? received).of({ title: given.title ?? title }, url),
    ),
  )
/** Runs the mail's job once more, as a second worker would. */
const again = async (emailId: string) => {
  for (const { kind, handle } of t.app.handlers) if (kind.name === sendMail.name) await handle({ emailId })
}
/** Ends the wait for the next try: the queue counts by the database's clock, which may tick in whole milliseconds. */
const makeDue = (id: string) =>
  t.database.db.execute(
    sql`update pgboss.job set start_after = now() - interval '1 second' where data->>'emailId' = ${id}`,
  )
const arrivedAt = (address: string) => smtp.received.filter((one) => one.recipient === address).length
const stateOf = async (id: string) => (await t.mails()).find((mail) => mail.id === id)

test('a queued mail arrives as text and HTML, with the headers of an automatic message, and is noted as sent', async () => {
  const id = await queue('ada@north.example')
  await t.drain()
  const mail = await smtp.next((one) => one.recipient === 'ada@north.example')
  expect(mail.subject).toBe('A26-0001: we have received “<b>Bridges</b> & more”')
  expect(mail.text).toContain('Your abstract “<b>Bridges</b> & more” has arrived.')
  expect(mail.text).toContain(url)
  expect(mail.html).toContain('“&lt;b&gt;Bridges&lt;/b&gt; &amp; more”')
  expect(mail.html).not.toContain('<b>Bridges')
  const header = (name: string) => mail.headers.find((one) => one.key === name)?.value
  expect([header('auto-submitted'), mail.messageId, mail.from?.address]).toEqual([
    'auto-generated',
    `<${id}@portal.example>`,
    'chairs@conference.example',
  ])
  const row = await stateOf(id)
  expect([row?.state, row?.attempts]).toEqual(['sent', 1])
})

test('what can be turned off names the address for that, to people and to mail programs; the rest does not', async () => {
  const key = 'submission.somebody.proof'
  const to = { address: 'choosing@north.example', name: 'Ada' }
  await t.transact((ctx) => queueEach(ctx, [{ to, message: received.of({ title }, url), unsubscribe: key }]))
  await queue('essential@north.example', { kind: kindOf('account') })
  await t.drain()
  const namesOf = async (address: string) => {
    const { headers } = await smtp.next((one) => one.recipient === address)
    return headers.flatMap(({ key: name, value }) => (name.startsWith('list-') ? [[name, value]] : []))
  }
  expect(await namesOf('choosing@north.example')).toEqual([
    ['list-unsubscribe', `<https://portal.example/api/unsubscribe/${key}>`],
    ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
  ])
  expect(await namesOf('essential@north.example')).toEqual([])
  const { text = '', html = '' } = await smtp.next((one) => one.recipient === to.address)
  const page = `https://portal.example/unsubscribe?token=${key}`
  expect([text.includes(page), html.includes(`href="${page}"`)]).toEqual([true, true])
  const rows = await rowsOf<{ row: string }>(t.database.db, sql`select e::text as row from emails e`)
  expect(rows.filter(({ row }) => row.includes(key))).toEqual([])
  const essential = await smtp.next((one) => one.recipient === 'essential@north.example')
  expect(`${essential.text} ${essential.html}`).not.toContain('unsubscribe')
})

test('no header can be injected through a name or a title', async () => {
  const evil = 'Eve\r\nBcc: victim@north.example\r\n\r\nhello'
  await queue('eve@north.example', { name: evil, title: evil })
  await t.drain()
  const mail = await smtp.next((one) => one.recipient === 'eve@north.example')
  expect(mail.bcc ?? []).toEqual([])
  expect(mail.subject).toBe('A26-0001: we have received “Eve Bcc: victim@north.example hello”')
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

test('a message refused for good is failed; a refused sender waits to be mended', async () => {
  smtp.answerWith({ code: 554, message: 'looks like spam', to: 'DATA' })
  const spam = await queue('spam@north.example')
  await t.drain()
  smtp.answerWith({ code: 550, message: 'sender unknown', to: 'MAIL' })
  const sender = await queue('sender@north.example')
  await t.drain()
  smtp.answerWith(undefined)
  const rows = [await stateOf(spam), await stateOf(sender)]
  expect(rows.map((row) => [row?.state, row?.lastAnswer])).toEqual([
    ['failed', '554 looks like spam'],
    ['queued', '550 sender unknown'],
  ])
})

test('a mail refused for now stays queued, and arrives at a later try', async () => {
  smtp.answerWith({ code: 451, message: 'greylisted' })
  const id = await queue('later@north.example')
  await t.drain()
  smtp.answerWith(undefined)
  const waiting = await stateOf(id)
  expect([waiting?.state, waiting?.lastAnswer]).toEqual(['queued', '451 greylisted'])
  expect(await t.drain()).toBe(0)
  await makeDue(id)
  await t.drain()
  const row = await stateOf(id)
  expect([row?.state, row?.attempts]).toEqual(['sent', 2])
  expect(arrivedAt('later@north.example')).toBe(1)
})

test('while a slow server thinks about a mail, no other try sends it again', async () => {
  const release = smtp.think()
  const id = await queue('slow@north.example')
  const sending = t.drain()
  await smtp.next((one) => one.recipient === 'slow@north.example')
  await expect(again(id)).rejects.toThrow('The mail is being sent already.')
  release()
  await sending
  expect((await stateOf(id))?.state).toBe('sent')
  await again(id)
  expect(arrivedAt('slow@north.example')).toBe(1)
})

test('the claim of a process that died ends, and the mail is sent after all', async () => {
  const id = await queue('orphan@north.example')
  const claimedUntil = new Date(t.clock.now.getTime() + 60_000)
  await t.database.db.update(emails).set({ claimedUntil }).where(eq(emails.id, id))
  await t.drain()
  expect((await stateOf(id))?.state).toBe('queued')
  t.clock.advance(60_000)
  await makeDue(id)
  await t.drain()
  expect([(await stateOf(id))?.state, arrivedAt('orphan@north.example')]).toEqual(['sent', 1])
})

test('when the server’s yes cannot be noted before the portal ends, the next try notes it and sends nothing', async () => {
  const id = await queue('unnoted@north.example')
  await t.database.db.execute(
    sql`alter table emails add constraint no_notes check (state <> 'sent' or to_address <> 'unnoted@north.example')`,
  )
  const job = t.app.handlers.find(({ kind }) => kind.name === sendMail.name)
  const stopped = AbortSignal.abort()
  await expect(job?.handle({ emailId: id }, { stopped })).rejects.toThrow()
  await t.database.db.execute(sql`alter table emails drop constraint no_notes`)
  expect((await stateOf(id))?.state).toBe('queued')
  await makeDue(id)
  await t.drain()
  expect([(await stateOf(id))?.state, arrivedAt('unnoted@north.example')]).toEqual(['sent', 1])
})

test('a mail exists if and only if its change was committed', async () => {
  const countOf = async () =>
    rowsOf(
      t.database.db,
      sql`select (select count(*)::int from emails) as mails, (select count(*)::int from pgboss.job) as jobs`,
    )
  const before = await countOf()
  const failing = t.transact(async (ctx) => {
    await queueMail(ctx, { address: 'never@north.example', name: 'Nobody' }, received.of({ title }, url))
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  expect(await countOf()).toEqual(before)
})

test('a mail that is to be sent is found by its id, not among all that wait', async () => {
  const id = await queue('found@north.example')
  said.length = 0
  await again(id)
  const { statement = '', params = [] } = said.find((one) => one.statement.includes('"attempts" = ')) ?? {}
  const chunks = statement
    .split(/\$(\d+)/)
    .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql.param(params[Number(part) - 1])))
  const plan = await t.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return rowsOf<{ 'QUERY PLAN': string }>(tx, sql`explain (costs off) ${sql.join(chunks)}`)
  })
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('Index Scan using emails_pkey')
})

test.each([
  [49, 'at once', undefined],
  [50, 'ten seconds later', 10_000],
])('the sending of %i mails written together begins %s', async (count, _, after) => {
  const many = Array.from({ length: count }, (_each, n) => ({
    to: { address: `many${n}.of.${count}@conference.example`, name: '' },
    message: received.of({ title }, url),
  }))
  const ids = await t.transact((ctx) => queueEach(ctx, many))
  const begins = after === undefined ? null : new Date(t.clock.now.getTime() + after).toISOString()
  const [jobs] = await rowsOf<{ count: number; so: number }>(
    t.database.db,
    sql`select count(*)::int as count,
        count(*) filter (where start_after = coalesce(${begins}::timestamptz, created_on))::int as so
      from pgboss.job where data->>'emailId' in ${ids}`,
  )
  expect(jobs).toEqual({ count, so: count })
  // Whatever this machine's clock says: none is left to other tests.
  await t.database.db.execute(sql`delete from pgboss.job where data->>'emailId' in ${ids}`)
})
