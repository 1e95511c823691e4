import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailEvents, emails } from '#server/db/schema.ts'
import { listEmails, readEmail, reportBounces, retryEmail } from '#shared/mail/contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { forgotPassword } from '#shared/people/contract.ts'
import { inviteReviewers, listInvitations } from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { readBounces } from './read-bounces.ts'

const secret = 'a long enough webhook secret'
let t: TestPortal
let as: string
beforeAll(async () => {
  t = await openTestPortal({ env: { MAIL_WEBHOOK_SECRET: secret } })
  as = (await makePerson(t, { role: 'admin' })).token
})
afterAll(() => t.close())

/** An invitation whose mail a server took. */
async function sentInvitation(address: string) {
  await t.call(inviteReviewers, { as, body: { email: address } })
  const mail = (await t.mails()).findLast(({ toAddress }) => toAddress === address)
  const id = mail?.id ?? ''
  await t.database.db.update(emails).set({ state: 'sent', sentAt: t.clock.now }).where(eq(emails.id, id))
  return { id, messageId: mail?.messageId ?? '' }
}
const report = (body: unknown, headers: Record<string, string> = {}) =>
  t.call(reportBounces, {
    body: body as Record<string, unknown>,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
const bounceOf = (messageId: string, reason: string, permanent = true) => ({
  events: [{ type: 'bounce', messageId, recipient: '', permanent, reason }],
})
const mailOf = async (emailId: string) => (await t.call(readEmail, { as, params: { emailId } })).body

test('a bounced invitation shows as bounced, with the provider’s words, however often it is reported', async () => {
  const { id, messageId } = await sentInvitation('gone@south.example')
  const reason = '550 5.1.1 no such\r\nmailbox'
  expect((await report(bounceOf(messageId, reason))).body).toEqual({ noted: 1 })
  expect((await report(bounceOf(messageId, reason))).body).toEqual({ noted: 0 })
  const mail = await mailOf(id)
  expect([mail.state, mail.lastAnswer]).toEqual(['bounced', '550 5.1.1 no such mailbox'])
  expect(mail.events.map(({ deed, answer, by }) => [deed, answer, by])).toEqual([
    ['bounced', '550 5.1.1 no such mailbox', null],
  ])
  for (const query of [{}, { status: 'bounced' }]) {
    const { items } = (await t.call(listInvitations, { as, query })).body
    expect(items.map(({ email, state }) => [email, state])).toEqual([['gone@south.example', 'bounced']])
  }
})

test('sent again, a mail that comes back with the same words is bounced again; the old report changes nothing', async () => {
  const { id, messageId } = await sentInvitation('again@south.example')
  const deedOf = (deed: 'sent') => ({ emailId: id, at: t.clock.now, deed, answer: '250 ok' })
  await t.database.db.insert(emailEvents).values(deedOf('sent'))
  const old = bounceOf(messageId, '550 unknown')
  expect((await report(old)).body.noted).toBe(1)
  const newId = '<again@portal.example>'
  const taken = { state: 'sent', messageId: newId } as const
  await t.database.db.update(emails).set(taken).where(eq(emails.id, id))
  await t.database.db.insert(emailEvents).values(deedOf('sent'))
  expect((await report(bounceOf(newId, '550 unknown'))).body.noted).toBe(1)
  expect((await report(bounceOf(newId, '550 unknown'))).body.noted).toBe(0)
  const { state, events } = await mailOf(id)
  expect([state, events.map(({ deed }) => deed)]).toEqual(['bounced', ['sent', 'bounced', 'sent', 'bounced']])
})

test('an earlier sending that comes back is noted with its Message-ID, with the very mail, which stays sent', async () => {
  const address = 'twice@south.example'
  const { id, messageId } = await sentInvitation(address)
  const sent = { emailId: id, at: t.clock.now, deed: 'sent', answer: '250 ok' } as const
  await t.database.db.insert(emailEvents).values({ ...sent, messageId })
  await t.call(retryEmail, { as, params: { emailId: id } })
  const late = { events: [{ type: 'bounce', messageId, recipient: address, reason: '550 unknown' }] }
  const again = (await t.mails()).find((mail) => mail.id === id)?.messageId ?? ''
  expect(again).not.toBe(messageId)
  await t.database.db.update(emails).set({ state: 'sent' }).where(eq(emails.id, id))
  await t.database.db.insert(emailEvents).values({ ...sent, messageId: again })
  // The last mail to the address is another one.
  await t.call(forgotPassword, {
    body: { email: (await makePerson(t, { role: 'author', email: address })).email },
  })
  await t.drain()
  const other = (await t.mails()).findLast(({ toAddress }) => toAddress === address)?.id ?? ''
  await t.database.db.update(emails).set({ state: 'sent', sentAt: t.clock.now }).where(eq(emails.id, other))

  expect(other).not.toBe(id)
  expect((await report(late)).body.noted).toBe(1)
  expect((await report(late)).body.noted).toBe(0)
  expect([(await mailOf(id)).state, (await mailOf(other)).state]).toEqual(['sent', 'sent'])
  expect((await report(bounceOf(again, '550 unknown'))).body.noted).toBe(1)
  const { state, events } = await mailOf(id)
  expect([state, events.map((event) => [event.deed, event.messageId])]).toEqual([
    'bounced',
    [
      ['sent', messageId],
      ['resent', null],
      ['sent', again],
      ['bounced', messageId],
      ['bounced', again],
    ],
  ])
  expect((await mailOf(other)).events.some(({ deed }) => deed === 'bounced')).toBe(false)
})

test('what comes back of a try whose yes was lost is noted with that mail, which waits on, and with no other', async () => {
  const address = 'lost.yes@south.example'
  const { id, messageId } = await sentInvitation(address)
  await t.database.db.update(emails).set({ state: 'queued' }).where(eq(emails.id, id))
  // The last mail to the address that a server took is another one.
  const other = { id: t.app.portal.world().newId(), kind: 'invitation', toAddress: address }
  await t.database.db.insert(emails).values({
    ...other,
    ...{ subject: 'Again', text: 'Again', html: 'Again', messageId: '<other@portal.example>' },
    ...{ state: 'sent', createdAt: t.clock.now, sentAt: t.clock.now },
  })
  const back = {
    events: [{ type: 'bounce', messageId, recipient: address, permanent: true, reason: '550 unknown' }],
  }
  expect((await report(back)).body.noted).toBe(1)
  expect((await report(back)).body.noted).toBe(0)
  expect([(await mailOf(id)).state, (await mailOf(other.id)).state]).toEqual(['queued', 'sent'])
  expect((await mailOf(id)).events.map((event) => [event.deed, event.messageId])).toEqual([
    ['bounced', messageId],
  ])
})

test('a delay or a complaint is noted and leaves the mail as it is', async () => {
  const { id, messageId } = await sentInvitation('full@south.example')
  await report(bounceOf(messageId, 'mailbox full', false))
  await report({
    events: [{ type: 'complaint', messageId, recipient: 'full@south.example', reason: 'spam' }],
  })
  const { state, events } = await mailOf(id)
  expect([state, events.map(({ deed }) => deed)]).toEqual(['sent', ['delayed', 'complained']])
})

test('a bounce that comes after the account was deleted brings no address back', async () => {
  const leaver = await makePerson(t, { role: 'author', email: 'gone@leaver.example' })
  await t.call(forgotPassword, { body: { email: leaver.email } })
  await t.drain()
  const mail = (await t.mails()).findLast(({ toAddress }) => toAddress === leaver.email)
  const { id = '', messageId = '' } = mail ?? {}
  await t.database.db.update(emails).set({ state: 'sent', sentAt: t.clock.now }).where(eq(emails.id, id))
  await t.call(deleteAccount, { as: leaver.token, body: { password: leaver.password } })
  const before = (await mailOf(id)).lastAnswer
  expect((await report(bounceOf(messageId, '450 gone@leaver.example: full', false))).body).toEqual({
    noted: 1,
  })
  expect((await report(bounceOf(messageId, '550 gone@leaver.example unknown'))).body).toEqual({ noted: 1 })
  expect((await report(bounceOf(messageId, '550 <gone@leaver.example>'))).body).toEqual({ noted: 0 })
  const { state, lastAnswer, events } = await mailOf(id)
  expect([state, lastAnswer]).toEqual(['bounced', before])
  expect(events.map(({ deed, answer }) => [deed, answer])).toEqual([
    ['kept', ''],
    ['delayed', ''],
    ['bounced', ''],
  ])
})

test('without our Message-ID the last mail to the address is meant, if it is not old; unknown ones are passed over', async () => {
  const { id } = await sentInvitation('Late@south.example')
  const byAddress = { events: [{ type: 'bounce', recipient: 'late@SOUTH.example', reason: 'no' }] }
  expect((await report({ events: [{ type: 'bounce', recipient: 'nobody@else.example' }] })).body.noted).toBe(
    0,
  )
  t.clock.advance(6 * 24 * 3600 * 1000)
  as = (await makePerson(t, { role: 'admin' })).token
  expect((await report(byAddress)).body.noted).toBe(0)
  t.clock.advance(-6 * 24 * 3600 * 1000)
  as = (await makePerson(t, { role: 'admin' })).token
  expect((await report(byAddress)).body.noted).toBe(1)
  expect((await mailOf(id)).state).toBe('bounced')
  const { items } = (await t.call(listEmails, { as, query: { status: 'bounced', q: 'late@' } })).body
  expect(items.map((mail) => mail.id)).toEqual([id])
})

test('a Message-ID that is not ours is noted for nobody, though the address is known', async () => {
  const recipient = 'shared@south.example'
  const { id } = await sentInvitation(recipient)
  const foreign = (messageId: string) => ({
    events: [{ type: 'bounce', messageId, recipient, reason: 'no' }],
  })
  for (const messageId of ['<newsletter@elsewhere.example>', 'newsletter@elsewhere.example'])
    expect((await report(foreign(messageId))).body).toEqual({ noted: 0 })
  const { state, events } = await mailOf(id)
  expect([state, events]).toEqual(['sent', []])
  expect((await report(foreign(''))).body).toEqual({ noted: 1 })
})

test('the secret is a bearer token or the password of basic authentication; nothing else lets in', async () => {
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}`,
  })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const status = async (headers: Record<string, string>) => (await report({ events: [] }, headers)).status
  expect([await status(basic(secret)), await status(bearer(secret))]).toEqual([200, 200])
  for (const wrong of [basic('x'), basic(''), bearer(`${secret}x`), bearer(as), { authorization: '' }])
    expect(await status(wrong)).toBe(401)
  expect((await report({ hello: 'world' })).status).toBe(422)
  const without = await openTestPortal()
  try {
    for (const headers of [bearer(''), bearer('undefined'), basic('undefined')])
      expect((await without.call(reportBounces, { body: { events: [] }, headers })).status).toBe(401)
  } finally {
    await without.close()
  }
})

test('the webhooks of known providers are read', () => {
  const id = 'id@portal.example'
  expect([
    readBounces({ RecordType: 'Bounce', Type: 'HardBounce', Email: 'a@b.example', Description: 'Gone.' }),
    readBounces({ RecordType: 'Bounce', Type: 'Transient', Email: 'a@b.example', Details: 'Busy.' }),
    readBounces({
      signature: {},
      'event-data': {
        event: 'failed',
        severity: 'permanent',
        recipient: 'a@b.example',
        message: { headers: { 'message-id': id } },
        'delivery-status': { code: 550, message: 'No such user' },
      },
    }),
    readBounces([
      { event: 'delivered', email: 'a@b.example' },
      { event: 'bounce', email: 'a@b.example', 'smtp-id': `<${id}>`, status: '5.1.1', reason: 'unknown' },
      { event: 'bounce', type: 'blocked', email: 'c@b.example', 'smtp-id': `<${id}>`, reason: 'reputation' },
    ]),
    readBounces({ event: 'soft_bounce', email: 'a@b.example', 'message-id': `<${id}>`, reason: 'full' }),
    readBounces('spam'),
  ]).toEqual([
    [{ deed: 'bounced', recipient: 'a@b.example', messageId: '', answer: 'Gone.' }],
    [{ deed: 'delayed', recipient: 'a@b.example', messageId: '', answer: 'Busy.' }],
    [{ deed: 'bounced', recipient: 'a@b.example', messageId: id, answer: 'No such user' }],
    [
      { deed: 'bounced', recipient: 'a@b.example', messageId: `<${id}>`, answer: '5.1.1 unknown' },
      { deed: 'delayed', recipient: 'c@b.example', messageId: `<${id}>`, answer: 'reputation' },
    ],
    [{ deed: 'delayed', recipient: 'a@b.example', messageId: `<${id}>`, answer: 'full' }],
    undefined,
  ])
})

test('events of other sorts are taken and say nothing, and none is lost for another', () => {
  const others = [
    { event: 'opened', email: 'a@b.example' },
    { RecordType: 'Delivery', Recipient: 'a@b.example' },
    { 'event-data': { event: 'delivered', recipient: 'a@b.example' } },
    [{ event: 'processed' }, {}],
    { events: [{ type: 'delivered', recipient: 'a@b.example' }] },
  ]
  for (const event of others) expect(readBounces(event)).toEqual([])
  const gone = { type: 'bounce', recipient: 'a@b.example', reason: '550' }
  expect(readBounces({ events: [{ type: 'delivered' }, gone, { type: 7 }] })).toEqual([
    { deed: 'bounced', recipient: 'a@b.example', messageId: '', answer: '550' },
  ])
  // What should tell of a failure and cannot be understood is refused.
  for (const broken of [
    { RecordType: 'Bounce', Type: 'HardBounce' },
    { 'event-data': { event: 'failed' } },
    { event: 'hard_bounce', email: 7 },
  ])
    expect(readBounces(broken)).toBeUndefined()
})
