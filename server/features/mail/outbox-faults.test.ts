import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { line, messageKind } from '#server/core/message.ts'
import { rowsOf } from '#server/db/db.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { readEmail } from '#shared/mail/contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { claim, holdClaim, noteTry, resumeMails } from './claim.ts'
import { queueMails } from './queue-mail.ts'
import { readdress } from './readdress.ts'
import { sendMailHandler } from './send-mail.job.ts'
import { sendMail } from './send-mail-kind.ts'
import { openTransport } from './transport.ts'

let smtp: SmtpPeer
let t: TestPortal
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
})
afterEach(() => {
  smtp.answerWith(undefined)
  smtp.breakOff(undefined)
  vi.useRealTimers()
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

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
const queue = (...addresses: string[]) =>
  t.transact((ctx) =>
    queueMails(
      ctx,
      addresses.map((address) => ({ address, name: 'Ada' })),
      told.of({ words: 'x'.repeat(20_000) }, 'https://portal.example'),
    ),
  )
/** Ends the wait for the next try. */
const makeDue = () =>
  t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
const rowOf = async (id: string) => {
  const [row] = await t.database.db.select().from(emails).where(eq(emails.id, id))
  if (row === undefined) throw new Error(`no mail ${id}`)
  return row
}
const eventsOf = async (id: string) =>
  t.database.db.select().from(emailEvents).where(eq(emailEvents.emailId, id)).orderBy(emailEvents.id)
const deedsOf = async (id: string) => (await eventsOf(id)).map(({ deed }) => deed)
const arrived = (address: string) => smtp.received.filter(({ recipient }) => recipient === address)
/** What sends mails in a process of its own. */
const processOf = (sendingMs?: number) => {
  const { database } = t
  const world = () => t.app.portal.world()
  const attach = () => Promise.reject(new Error('no file goes with it'))
  const afresh = () => Promise.resolve(new Map())
  const transport = openTransport(t.config)
  return sendMailHandler({
    ...{ database, world, attach, afresh, transport },
    ...(sendingMs !== undefined && { sendingMs }),
  })
}
/** Keeps the yes to an address from being noted; `refused` waits until it could not be, `end` lets it be noted. */
async function noNotes(address: string) {
  const { db } = t.database
  // A sequence goes on, whatever is rolled back.
  await db.execute(sql`create sequence refused_notes`)
  await db.execute(
    sql.raw(`alter table emails add constraint no_notes
      check (state <> 'sent' or to_address <> '${address}' or nextval('refused_notes') = 0)`),
  )
  return {
    refused: () =>
      vi.waitFor(
        async () => {
          const rows = await rowsOf<{ is: boolean }>(db, sql`select is_called as is from refused_notes`)
          expect(rows).toEqual([{ is: true }])
        },
        { timeout: 10_000 },
      ),
    end: async () => {
      await db.execute(sql`alter table emails drop constraint no_notes`)
      await db.execute(sql`drop sequence refused_notes`)
    },
  }
}
const cutOff = 'A try was cut off; it may have arrived.'
/** The next tries, until nothing waits any more. */
const goOn = async () => {
  await makeDue()
  await t.drain()
}

test('while the mail server is down a mail waits, and arrives once when it is up again', async () => {
  await smtp.close()
  const [id = ''] = await queue('down@north.example')
  await t.drain()
  await goOn()
  const waiting = await rowOf(id)
  expect([waiting.state, waiting.attempts, waiting.claimedUntil]).toEqual(['queued', 2, null])
  expect(waiting.lastAnswer).toContain('ECONNREFUSED')
  smtp = await openSmtpPeer(smtp.port)
  await goOn()
  expect([(await rowOf(id)).state, arrived('down@north.example').length]).toEqual(['sent', 1])
  expect(await deedsOf(id)).toEqual(['put_off', 'put_off', 'sent'])
})

test('a connection that breaks off in the middle of a message loses nothing', async () => {
  smtp.breakOff('amid')
  const [id = ''] = await queue('amid@north.example')
  await t.drain()
  expect([(await rowOf(id)).state, arrived('amid@north.example')]).toEqual(['queued', []])
  smtp.breakOff(undefined)
  await goOn()
  expect([(await rowOf(id)).state, arrived('amid@north.example').length]).toEqual(['sent', 1])
})

test('when it breaks off before the yes, the mail comes again under the same Message-ID', async () => {
  smtp.breakOff('before the yes')
  const [id = ''] = await queue('unsure@north.example')
  await t.drain()
  smtp.breakOff(undefined)
  await goOn()
  expect((await rowOf(id)).state).toBe('sent')
  expect(arrived('unsure@north.example').map(({ messageId }) => messageId)).toEqual([
    `<${id}@portal.example>`,
    `<${id}@portal.example>`,
  ])
})

test('a server that never comes to an end is left, and the mail is tried again', async () => {
  const release = smtp.think()
  const [id = ''] = await queue('endless@north.example')
  const handler = processOf(500)
  await expect(handler.handle({ emailId: id })).rejects.toThrow('aborted')
  const left = await rowOf(id)
  expect([left.state, left.claimedUntil, left.lastAnswer]).toEqual([
    'queued',
    null,
    'The server took too long; the message may have arrived.',
  ])
  release()
  await goOn()
  expect((await rowOf(id)).state).toBe('sent')
})

test('one refused recipient keeps nobody else’s mail back', async () => {
  smtp.answerWith({ code: 550, message: 'no such person', recipient: 'b@north.example' })
  const ids = await queue('a@north.example', 'b@north.example', 'c@north.example')
  await t.drain()
  expect((await Promise.all(ids.map(rowOf))).map(({ state }) => state)).toEqual(['sent', 'failed', 'sent'])
  smtp.answerWith(undefined)
  await goOn()
  expect(['a', 'b', 'c'].map((who) => arrived(`${who}@north.example`).length)).toEqual([1, 0, 1])
})

test('a claim is renewed as long as the server takes, so that a slow one gets the mail once', async () => {
  const [id = ''] = await queue('patient@north.example')
  const { db } = t.database
  await claim(db, id, t.clock.now)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const release = holdClaim(db, id, () => t.clock.now)
  for (let minute = 0; minute < 3; minute += 1) {
    t.clock.advance(60_000)
    vi.advanceTimersByTime(30_000)
    const until = t.clock.now.getTime() + 90_000
    await vi.waitFor(async () => expect((await rowOf(id)).claimedUntil?.getTime()).toBe(until), {
      timeout: 30_000,
    })
    await expect(claim(db, id, t.clock.now)).rejects.toThrow('being sent already')
  }
  release()
  vi.advanceTimersByTime(300_000)
  t.clock.advance(91_000)
  expect((await claim(db, id, t.clock.now))?.id).toBe(id)
})

test('an account deleted while its mail is being sent: no word of the server stays, and no other try follows', async () => {
  const leaver = await makePerson(t, { role: 'author', email: 'leaver@north.example' })
  const [put, taken] = await queue(leaver.email, leaver.email)
  const { db } = t.database
  for (const id of [put, taken]) await claim(db, id ?? '', t.clock.now)
  await t.call(deleteAccount, { as: leaver.token, body: { password: leaver.password } })
  const answer = '<leaver@north.example> said'
  await noteTry(db, put ?? '', t.clock.now, { state: 'queued', deed: 'put_off', answer })
  await noteTry(db, taken ?? '', t.clock.now, { state: 'sent', deed: 'sent', answer, sentAt: t.clock.now })
  const rows = await Promise.all([put, taken].map((id) => rowOf(id ?? '')))
  expect(rows.map(({ state, lastAnswer, claimedUntil }) => [state, lastAnswer, claimedUntil])).toEqual([
    ['failed', 'The account it was for was deleted.', null],
    ['sent', 'The account it was for was deleted.', null],
  ])
  const events = await db
    .select()
    .from(emailEvents)
    .where(inArray(emailEvents.emailId, [put ?? '', taken ?? '']))
  expect(new Set(events.map(({ deed, answer: words }) => `${deed}: ${words}`))).toEqual(
    new Set(['failed: ', 'sent: ']),
  )
})

test('the start takes up what a process left: claimed mails, and mails whose job is gone', async () => {
  const [held = '', lost = '', waiting = ''] = await queue('h@x.example', 'l@x.example', 'w@x.example')
  const { db } = t.database
  const world = t.app.portal.world()
  await claim(db, held, t.clock.now)
  await db.execute(sql`delete from pgboss.job where data->>'emailId' in (${held}, ${lost})`)
  const others = sql`data->>'emailId' not in (${held}, ${lost}, ${waiting})`
  await db.execute(sql`delete from pgboss.job where ${others}`)
  await db.delete(emails).where(sql`state = 'queued' and id not in (${held}, ${lost}, ${waiting})`)
  expect(await resumeMails(db, world, true)).toBe(2)
  expect(await resumeMails(db, world, true)).toBe(0)
  await t.drain()
  expect((await Promise.all([held, lost, waiting].map(rowOf))).map(({ state }) => state)).toEqual([
    'sent',
    'sent',
    'sent',
  ])
  expect(['h', 'l', 'w'].map((who) => arrived(`${who}@x.example`).length)).toEqual([1, 1, 1])
  const [cut] = await eventsOf(held)
  expect([cut?.answer, cut?.messageId, (await rowOf(held)).attempts]).toEqual([
    cutOff,
    `<${held}@portal.example>`,
    2,
  ])
  expect([await deedsOf(held), await deedsOf(lost)]).toEqual([['put_off', 'sent'], ['sent']])
})

test('two jobs that come for one mail whose yes is being noted write one note', async () => {
  const address = 'noted.once@x.example'
  const [id = ''] = await queue(address)
  const notes = await noNotes(address)
  const job = t.app.handlers.find(({ kind }) => kind.name === sendMail.name)
  const stopped = AbortSignal.abort()
  await expect(job?.handle({ emailId: id }, { stopped })).rejects.toThrow()
  await notes.end()
  expect([(await rowOf(id)).state, await deedsOf(id)]).toEqual(['queued', []])
  await Promise.all([1, 2, 3].map(async () => job?.handle({ emailId: id })))
  expect([await deedsOf(id), arrived(address).length]).toEqual([['sent'], 1])
})

test('a yes that cannot be noted yet is noted by the same try, and no other process sends the mail meanwhile', async () => {
  const address = 'noted.late@x.example'
  const [id = ''] = await queue(address)
  const notes = await noNotes(address)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [one, other] = [processOf(), processOf()]
  const sending = one.handle({ emailId: id })
  await notes.refused()
  const until = (await rowOf(id)).claimedUntil?.getTime() ?? 0
  t.clock.advance(60_000)
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(async () => expect((await rowOf(id)).claimedUntil?.getTime()).toBe(until + 60_000))
  t.clock.advance(60_000)
  await expect(other.handle({ emailId: id })).rejects.toThrow('being sent already')
  await notes.end()
  await sending
  expect([(await rowOf(id)).state, await deedsOf(id), arrived(address).length]).toEqual(['sent', ['sent'], 1])
})

test('a mail that a server took while its recipient’s address was changed stands at the one that it went to', async () => {
  const ada = await makePerson(t, { role: 'author', email: 'ada.before@x.example' })
  const move = () => t.transact((ctx) => readdress(ctx, ada, 'ada.after@x.example', []))
  const release = smtp.think()
  const [id = ''] = await queue(ada.email)
  const sending = t.drain()
  await smtp.next((one) => one.recipient === ada.email)
  await move()
  release()
  await sending
  expect([(await rowOf(id)).toAddress, await deedsOf(id)]).toEqual([ada.email, ['edited', 'edited', 'sent']])
  // One that was not taken goes to the new one.
  const [later = ''] = await queue(ada.email)
  await claim(t.database.db, later, t.clock.now)
  await move()
  await noteTry(t.database.db, later, t.clock.now, { state: 'queued', deed: 'put_off', answer: 'later' })
  await goOn()
  expect([(await rowOf(later)).toAddress, arrived('ada.after@x.example').length]).toEqual([
    'ada.after@x.example',
    1,
  ])
})

test('the mail desk says of a mail that it is being sent, until it was or its process is taken for dead', async () => {
  const as = (await makePerson(t, { role: 'admin' })).token
  const release = smtp.think()
  const [id = ''] = await queue('now@x.example')
  const isSending = async () => {
    const { body } = await t.call(readEmail, { as, params: { emailId: id } })
    return [body.state, body.sending]
  }
  expect(await isSending()).toEqual(['queued', false])
  const sending = t.drain()
  await smtp.next((one) => one.recipient === 'now@x.example')
  expect(await isSending()).toEqual(['queued', true])
  release()
  await sending
  expect(await isSending()).toEqual(['sent', false])

  const [dead = ''] = await queue('dead@x.example')
  await claim(t.database.db, dead, t.clock.now)
  t.clock.advance(90_000)
  expect((await t.call(readEmail, { as, params: { emailId: dead } })).body.sending).toBe(false)
  await goOn()
  expect((await eventsOf(dead)).map(({ deed, answer }) => [deed, answer])[0]).toEqual(['put_off', cutOff])
  expect(await deedsOf(dead)).toEqual(['put_off', 'sent'])
})

test('where other processes may run, a claim is waited for', async () => {
  const [id = ''] = await queue('theirs@x.example')
  const { db } = t.database
  // The queue goes by the machine's clock.
  const now = new Date()
  const claimed = await claim(db, id, now)
  await db.execute(sql`delete from pgboss.job where data->>'emailId' = ${id}`)
  expect(await resumeMails(db, { ...t.app.portal.world(), now }, false)).toBe(1)
  expect([await t.drain(), (await rowOf(id)).claimedUntil !== null, claimed?.id]).toEqual([0, true, id])
})
