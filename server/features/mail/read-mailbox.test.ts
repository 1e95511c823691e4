import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emails } from '#server/db/schema.ts'
import { readEmail } from '#shared/mail/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Batch, Place } from './bounce-mailbox.ts'
import { readMailbox } from './read-mailbox.ts'
import { readReport } from './read-report.ts'

let t: TestPortal
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  as = (await makePerson(t, { role: 'admin' })).token
})
afterAll(() => t.close())

const bytes = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'))

/** As Postfix writes one. */
const postfix = (id: string, action = 'failed', more = '') => `Return-Path: <>
From: MAILER-DAEMON@mx.north.example (Mail Delivery System)
To: chairs@conference.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.north.example. I'm sorry to have to inform you...

--B
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.north.example
Arrival-Date: Mon,  2 Mar 2026 10:00:00 +0100 (CET)

Final-Recipient: rfc822; ada@north.example
Original-Recipient: rfc822;ada@north.example
Action: ${action}
Status: 5.1.1
Remote-MTA: dns; mx.north.example
Diagnostic-Code: smtp; 550 5.1.1 <ada@north.example>: Recipient address rejected:
    User unknown in local recipient table
${more}
--B
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: Chairs <chairs@conference.example>
To: Ada <ada@north.example>
Subject: Accepted
 and folded
Message-ID: ${id}
Content-Type: text/plain

Message-ID: <of-the-text@x.example>
Action: failed
--B--
`

/** As Exim and others do: the headers alone, no words of a server, the name in another case. */
const headersOnly = (id: string) => `From: mailer@mx.south.example
Subject: Mail delivery failed
Content-Type: multipart/report; report-type=delivery-status; boundary=B

--B
Content-Type: text/plain

Gone.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.south.example

Action: Failed
Final-Recipient: rfc822;bob@south.example
Status: 5.0.0

--B
Content-Type: text/rfc822-headers

Received: from portal
	by mx; Mon, 2 Mar 2026 10:00:00 +0100
Message-Id:
 ${id}
--B--
`

test('delivery reports are read as their servers write them; nothing else is one', async () => {
  const id = '<a@portal.example>'
  const read = (text: string) => readReport(bytes(text))
  const answer =
    '550 5.1.1 <ada@north.example>: Recipient address rejected: User unknown in local recipient table'
  expect(await read(postfix(id))).toEqual([{ deed: 'bounced', recipient: '', messageId: id, answer }])
  expect(await read(postfix(id, 'delayed'))).toEqual([
    { deed: 'delayed', recipient: '', messageId: id, answer },
  ])
  expect(await read(headersOnly(id))).toEqual([
    { deed: 'bounced', recipient: '', messageId: id, answer: '5.0.0' },
  ])
  const two = '\nFinal-Recipient: rfc822; bob@north.example\nAction: failed\nStatus: 5.2.2\n'
  expect((await read(postfix(id, 'failed', two))).map((one) => one.answer)).toEqual([answer, '5.2.2'])
  for (const action of ['delivered', 'relayed', 'expanded', 'toString']) {
    expect(await read(postfix(id, action))).toEqual([])
  }
  expect(
    await read(`Subject: Out of office\nIn-Reply-To: ${id}\n\nBack on Monday.\nAction: failed\n`),
  ).toEqual([])
  expect(await read(postfix(''))).toEqual([])
  expect(await read('')).toEqual([])
  // Cut off where a long mail is read no further.
  expect(
    await read(postfix(id).slice(0, postfix(id).indexOf('Content-Type: text/plain\n\nMessage-ID'))),
  ).toEqual([{ deed: 'bounced', recipient: '', messageId: id, answer }])
})

test.each([
  ['X-Original-Message-ID of the report', `X-Original-Message-ID: <a@portal.example>`, '', '\n'],
  ['X-Original-Message-ID of the status', '', 'X-Original-Message-ID: <a@portal.example>\n', '\n'],
  ['In-Reply-To', 'In-Reply-To: <a@portal.example>', '', '\n'],
  ['References, of which the last', 'References: <thread@x.example>\n <a@portal.example>', '', '\n'],
  ['References, with all fields in one group', 'References: <a@portal.example>', '', ''],
])('a report without the mail names it by %s', async (_, header, field, between) => {
  const text = `From: mailer@mx.south.example
${header === '' ? '' : `${header}\n`}Subject: Undeliverable
Content-Type: multipart/report; report-type=delivery-status; boundary=B

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.south.example
${field}${between}Final-Recipient: rfc822; bob@south.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 unknown

--B--
`
  expect(await readReport(bytes(text))).toEqual([
    { deed: 'bounced', recipient: '', messageId: '<a@portal.example>', answer: '550 5.1.1 unknown' },
  ])
})

test.each(['message/rfc822', 'message/global', 'message/global-headers', 'text/rfc822-headers'])(
  'an internationalised report (RFC 6533) is read, with the mail as %s',
  async (returned) => {
    const text = `From: mailer@mx.south.example
Subject: Undeliverable
Content-Type: multipart/report; report-type=global-delivery-status; boundary=B

--B
Content-Type: message/global-delivery-status
Content-Transfer-Encoding: 8bit

Reporting-MTA: dns; mx.south.example

Final-Recipient: utf-8; jörg@süd.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <jörg@süd.example> unknown

--B
Content-Type: ${returned}
Content-Transfer-Encoding: 8bit

To: Jörg <jörg@süd.example>
Message-ID: <a@portal.example>
--B--
`
    const answer = '550 5.1.1 <jörg@süd.example> unknown'
    expect(await readReport(bytes(text))).toEqual([
      { deed: 'bounced', recipient: '', messageId: '<a@portal.example>', answer },
    ])
  },
)

/** A mailbox that holds these mails, read a few at a time. */
function mailboxOf(mails: Uint8Array[]) {
  const asked: (number | undefined)[] = []
  return {
    name: `chairs@mail.example/${mails.length}`,
    asked,
    read: async (after: Place | undefined): Promise<Batch> => {
      asked.push(after?.uid)
      const from = after?.uid ?? 0
      const some = mails.slice(from, from + 2)
      return { place: { validity: '1', uid: from + some.length }, mails: some }
    },
  }
}
const needs = () => ({ transact: t.transact, clock: () => t.clock.now })

async function sentMail(address: string) {
  await t.call(inviteReviewers, { as, body: { email: address } })
  const mail = (await t.mails()).findLast(({ toAddress }) => toAddress === address)
  const id = mail?.id ?? ''
  await t.database.db.update(emails).set({ state: 'sent', sentAt: t.clock.now }).where(eq(emails.id, id))
  return { id, messageId: mail?.messageId ?? '' }
}

test('what came back is seen at the mail desk with the server’s words, once, however often it is read', async () => {
  const ada = await sentMail('ada@north.example')
  const bob = await sentMail('bob@south.example')
  const mailbox = mailboxOf([
    bytes('Subject: Hello\n\nA question.'),
    bytes(postfix(ada.messageId)),
    Buffer.from([0xff, 0, 0x0a, 0x80]),
    bytes(headersOnly('<somebody-elses@portal.example>')),
    bytes(postfix(ada.messageId)),
  ])
  expect(await readMailbox(mailbox, needs())).toBe(1)
  expect(mailbox.asked).toEqual([undefined, 2, 4, 5])
  const { state, lastAnswer, events } = (await t.call(readEmail, { as, params: { emailId: ada.id } })).body
  expect([state, lastAnswer?.slice(0, 9), events.map(({ deed }) => deed)]).toEqual([
    'bounced',
    '550 5.1.1',
    ['bounced'],
  ])
  // Nobody's address is enough: the report about Bob names a mail that is not ours.
  expect((await t.call(readEmail, { as, params: { emailId: bob.id } })).body.state).toBe('sent')
  expect(await readMailbox(mailbox, needs())).toBe(0)
  expect(mailbox.asked.slice(4)).toEqual([5])
})

test('a mailbox that breaks off leaves what it gave, and the next look goes on', async () => {
  const ada = await sentMail('carl@north.example')
  const dora = await sentMail('dora@north.example')
  const mails = [bytes(postfix(ada.messageId)), bytes('Subject: x\n\n'), bytes(postfix(dora.messageId))]
  const whole = mailboxOf(mails)
  let broken = true
  const frail = {
    name: 'frail',
    read: async (after: Place | undefined) => {
      if (broken && after !== undefined) throw new Error('connection lost')
      return whole.read(after)
    },
  }
  await expect(readMailbox(frail, needs())).rejects.toThrow('connection lost')
  broken = false
  expect(await readMailbox(frail, needs())).toBe(1)
  expect((await t.mails()).filter(({ state }) => state === 'bounced').map(({ id }) => id)).toEqual(
    expect.arrayContaining([ada.id, dora.id]),
  )
  expect(whole.asked).toEqual([undefined, 2, 3])
})
