import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations } from '#server/db/schema.ts'
import { deleteAccount, myData } from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import * as desk from '#shared/people/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

const password = 'twelve grey elephants'
const day = 24 * 3600 * 1000

async function mailed(address: string) {
  const mail = (await t.mails())
    .filter((one) => one.kind === 'invitation' && one.toAddress === address)
    .at(-1)
  return {
    pin: /Your PIN: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '',
    link: decodeURIComponent(/invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''),
  }
}
const invite = (email: string) =>
  t.call(desk.inviteReviewers, { as: admin.token, body: { email, topics: ['Bridges'] } })
const register = (email: string, pin: string, more: object = {}) =>
  t.call(account.registerReviewer, { body: { name: 'Rita Reviewer', email, password, pin, ...more } })

test('an invited person registers once with the PIN, typed in any case and spacing', async () => {
  const email = 'rita@south.example'
  const answer = await invite(email)
  expect(answer.body.items.map((one) => [one.email, one.state])).toEqual([[email, 'sent']])
  const { pin } = await mailed(email)
  expect(pin).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  expect((await register('other@south.example', pin)).refusal.error).toBe('invalid_pin')
  const typed = `${pin.slice(0, 4)} ${pin.slice(4)}`.toLowerCase()
  expect((await register(email, typed)).status).toBe(200)
  const message = 'The PIN is not valid for this e-mail address, or it has expired.'
  expect((await register(email, 'AAAAAAAA')).refusal).toEqual({
    error: 'invalid_pin',
    message,
    details: [{ field: 'pin', message }],
  })
  const list = await t.call(desk.listInvitations, { as: admin.token, query: { status: 'accepted' } })
  expect(list.body.items.map((one) => one.email)).toEqual([email])
  const people = await t.call(desk.listUsers, { as: admin.token, query: { q: email } })
  expect(people.body.items.map((one) => [one.role, one.emailVerified])).toEqual([['reviewer', false]])
})

test('who sends a registration again, as where its answer was lost, is told what became of it, and no try is counted', async () => {
  const email = 'unheard@south.example'
  await invite(email)
  const { pin } = await mailed(email)
  const first = await register(email, pin)
  const used = 'This invitation was already used. Log in with the password that you chose.'
  for (let nth = 0; nth < 6; nth += 1) {
    const again = await register(email, pin)
    expect([again.status, again.body]).toEqual([first.status, first.body])
  }
  // It is not what opens the account.
  const other = await register(email, pin, { password: 'eleven grey elephants' })
  expect([other.refusal.error, other.refusal.message]).toEqual(['invalid_pin', used])
  expect((await t.mails()).filter(({ toAddress }) => toAddress === email).map(({ kind }) => kind)).toEqual([
    'invitation',
    'verify_email',
  ])
  const mail = (await t.mails()).findLast(({ kind }) => kind === 'verify_email')
  const token = decodeURIComponent(/token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '')
  expect((await t.call(account.verifyEmail, { body: { token } })).status).toBe(200)
  for (let nth = 0; nth < 6; nth += 1) expect((await register(email, pin)).refusal.message).toBe(used)
  // Wrong ones are counted as for any address, and say what they say of any.
  const wrong = await register(email, 'AAAAAAAA')
  expect(wrong.refusal).toEqual((await register('nobody@south.example', 'AAAAAAAA')).refusal)
  for (let nth = 1; nth < 5; nth += 1) expect((await register(email, 'AAAAAAAA')).status).toBe(422)
  expect((await register(email, pin)).status).toBe(429)
})

test('neither PIN nor link is stored or answered', async () => {
  const email = 'secret@south.example'
  const answer = await invite(email)
  const { pin, link } = await mailed(email)
  const list = await t.call(desk.listInvitations, { as: admin.token })
  for (const secret of [pin, link]) {
    expect(secret).not.toBe('')
    expect(JSON.stringify([answer.body, list.body])).not.toContain(secret)
  }
})

test('five wrong PINs close an address for an hour, but not to who came by the mailed link', async () => {
  const email = 'locked@south.example'
  await invite(email)
  const { pin, link } = await mailed(email)
  for (let n = 0; n < 5; n += 1) expect((await register(email, 'AAAAAAAA')).status).toBe(422)
  const closed = await register(email, pin)
  expect([closed.status, closed.headers['retry-after']]).toEqual([429, '3600'])
  expect(closed.refusal.message).toMatch(
    /^Too many wrong PINs for this address\. .* Try again in 60 minutes\.$/,
  )
  expect((await register(email, pin, { invitation: 'not the link' })).status).toBe(429)
  expect((await register(email, pin, { invitation: link })).status).toBe(200)
})

test('resending gives the same invitation a new PIN; revoking and time end it', async () => {
  const email = 'again@south.example'
  const id = (await invite(email)).body.items[0]?.id ?? ''
  const params = { invitationId: id }
  const old = (await mailed(email)).pin
  const resent = await t.call(desk.resendInvitation, { as: admin.token, params })
  expect(resent.body.invitation.id).toBe(id)
  expect((await register(email, old)).refusal.error).toBe('invalid_pin')
  const fresh = (await mailed(email)).pin
  t.clock.advance(30 * day)
  const token = (await t.call(account.login, { body: { email: admin.email, password: admin.password } })).body
    .token
  expect((await register(email, fresh)).refusal.error).toBe('invalid_pin')
  const expired = await t.call(desk.listInvitations, { as: token, query: { q: email } })
  expect(expired.body.items.map((one) => one.state)).toEqual(['expired'])
  await t.call(desk.resendInvitation, { as: token, params })
  expect((await t.call(desk.revokeInvitation, { as: token, params })).status).toBe(200)
  expect((await register(email, (await mailed(email)).pin)).refusal.error).toBe('invalid_pin')
  expect((await t.call(desk.resendInvitation, { as: token, params })).status).toBe(409)
  admin = { ...admin, token }
})

test('the link says where its invitation stands, and uses nothing up', async () => {
  const stands = async (invitation: string) =>
    (await t.call(account.readInvitation, { body: { invitation } })).body.state
  const token = async () => {
    const session = await t.call(account.login, { body: { email: admin.email, password: admin.password } })
    return session.body.token
  }
  const asked = async (email: string) => {
    const answer = await t.call(desk.inviteReviewers, { as: await token(), body: { email } })
    return { params: { invitationId: answer.body.items[0]?.id ?? '' }, ...(await mailed(email)) }
  }
  const one = await asked('one@stands.example')
  const named = { email: 'named@stands.example', name: 'Nora Named' }
  await t.call(desk.inviteReviewers, { as: await token(), body: named })
  const { link } = await mailed(named.email)
  const told = async () => (await t.call(account.readInvitation, { body: { invitation: link } })).body
  expect(await told()).toEqual({ state: 'open', name: 'Nora Named' })
  expect([await stands(one.link), await stands(one.link), await stands('none of ours')]).toEqual([
    'open',
    'open',
    'unknown',
  ])
  await t.call(desk.resendInvitation, { as: await token(), params: one.params })
  const again = await mailed('one@stands.example')
  expect([await stands(one.link), await stands(again.link)]).toEqual(['unknown', 'open'])
  const two = await asked('two@stands.example')
  await t.call(desk.revokeInvitation, { as: await token(), params: two.params })
  expect((await register('one@stands.example', again.pin)).status).toBe(200)
  const three = await asked('three@stands.example')
  t.clock.advance(30 * day - 1)
  expect(await stands(three.link)).toBe('open')
  t.clock.advance(1)
  expect(await told()).toEqual({ state: 'expired', name: '' })
  expect(await Promise.all([one.link, again.link, two.link, three.link].map(stands))).toEqual([
    'accepted',
    'accepted',
    'revoked',
    'expired',
  ])
  admin = { ...admin, token: await token() }
})

test('an invitation can be good until a set date, said in the conference’s zone; resending keeps it', async () => {
  const email = 'dated@south.example'
  const at = (days: number) => new Date(t.clock.now.getTime() + days * day)
  const ask = (expiresAt: Date) =>
    t.call(desk.inviteReviewers, {
      as: admin.token,
      body: { email, expiresAt: expiresAt.toISOString() },
    })
  for (const wrong of [at(0), at(-1), at(367)]) {
    const refused = await ask(wrong)
    expect([refused.status, refused.refusal.message]).toEqual([
      422,
      'Choose a date that lies ahead, within a year.',
    ])
  }
  const seconds = Math.floor(at(10).getTime() / 1000)
  const [made] = (await ask(at(10))).body.items
  expect(made?.expiresAt._seconds).toBe(seconds)
  const mail = (await t.mails()).find((one) => one.kind === 'invitation' && one.toAddress === email)
  expect(mail?.text).toMatch(/by \d+ \w+ \d{4} at \d\d:\d\d \(UTC\)/)
  const params = { invitationId: made?.id ?? '' }
  const resent = await t.call(desk.resendInvitation, { as: admin.token, params })
  expect(resent.body.invitation.expiresAt._seconds).toBe(seconds)
})

test('an author with the right password and PIN becomes both; with a wrong one nothing happens', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await invite(ada.email)
  const { pin } = await mailed(ada.email)
  const given = { name: 'Ada', email: ada.email, pin }
  const wrong = await t.call(account.registerReviewer, { body: { ...given, password: 'not her password' } })
  expect([wrong.status, wrong.refusal.error]).toEqual([401, 'wrong_credentials'])
  const right = await t.call(account.registerReviewer, { body: { ...given, password: ada.password } })
  expect([right.status, right.body.message]).toEqual([
    200,
    'The invitation was accepted. Log in with your password.',
  ])
  expect((await t.call(account.me, { as: ada.token })).body.roles).toEqual(['author', 'reviewer'])
  const kinds = (await t.mails()).filter(({ toAddress }) => toAddress === ada.email).map(({ kind }) => kind)
  expect(kinds).toEqual(['invitation', 'role_changed'])
})

test('a pasted list invites who can be invited and says why others cannot', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const invitations = [
    { email: 'new@south.example' },
    { email: reviewer.email },
    { email: 'NEW@south.example' },
  ]
  const answer = await t.call(desk.inviteReviewers, { as: admin.token, body: { invitations } })
  expect(answer.body.items.map((one) => one.email)).toEqual(['new@south.example'])
  expect(answer.body.skipped).toEqual([
    { email: reviewer.email, reason: 'This person has an account that needs no invitation.' },
    { email: 'NEW@south.example', reason: 'This address stands twice in the list; it is invited once.' },
  ])
})

test('an invitation that was not answered is in one’s own data, and ends with the account', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await invite(ada.email)
  const { downloadUrl } = (await t.call(myData, { as: ada.token })).body
  const archive = await unzip((await t.app.http.inject({ url: downloadUrl })).rawPayload)
  const data: { invitations: { email: string }[] } = JSON.parse(
    archive.get('my-data.json')?.toString() ?? '{}',
  )
  expect(data.invitations.map(({ email }) => email)).toEqual([ada.email])
  const left = await t.call(deleteAccount, { as: ada.token, body: { password: ada.password } })
  expect(left.status).toBe(200)
  const rows = await t.database.db.select().from(invitations)
  expect(rows.filter(({ email }) => email === ada.email)).toEqual([])
  expect(rows.at(-1)?.revokedAt).toEqual(t.clock.now)
})

test('a name that cannot be seen is none', async () => {
  const body = { name: '\u200B\u2060', email: 'unseen@north.example', password: 'a long enough secret' }
  expect((await t.call(account.register, { body })).refusal.details).toEqual([
    { field: 'name', message: 'Please fill in all required fields.' },
  ])
})
