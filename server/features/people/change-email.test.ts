import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emails, users } from '#server/db/schema.ts'
import { changeEmail, changePassword } from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const minute = 60_000
const mailsTo = async (address: string) => (await t.mails()).filter((mail) => mail.toAddress === address)
const kindsTo = async (address: string) => (await mailsTo(address)).map((mail) => mail.kind)
async function tokenTo(address: string): Promise<string> {
  const text = (await mailsTo(address)).at(-1)?.text ?? ''
  return decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? 'none')
}
const ask = (who: MadePerson, email: string, password = who.password) =>
  t.call(changeEmail, { as: who.token, body: { email, password } })
const confirm = (token: string) => t.call(account.verifyEmail, { body: { token } })
const emailOf = async (who: MadePerson) => (await t.call(account.me, { as: who.token })).body.email

test('the new address takes the old one’s place once its link is used; both are told', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const asked = await ask(ada, 'ada@new.example')
  expect([asked.status, asked.body]).toEqual([
    200,
    {
      message:
        'We sent a link to ada@new.example. Open it to confirm the new address; until then the old one stays.',
    },
  ])
  expect(await emailOf(ada)).toBe(ada.email)
  expect(await kindsTo(ada.email)).toEqual([])
  const token = await tokenTo('ada@new.example')
  expect((await confirm(token)).status).toBe(200)
  const again = {
    error: 'invalid_token',
    message: 'Your e-mail address is confirmed already. You can log in with it.',
    details: { confirmed: true },
  }
  expect((await confirm(token)).refusal).toEqual(again)
  expect(await emailOf(ada)).toBe('ada@new.example')
  expect([await kindsTo('ada@new.example'), await kindsTo(ada.email)]).toEqual([
    ['confirm_new_email', 'email_changed'],
    ['email_changed_from'],
  ])
  // The old owner of the account, should it have been stolen, is not told where it went; nor is anybody else.
  expect((await mailsTo(ada.email))[0]?.text).not.toContain('new.example')
  const login = (email: string) => t.call(account.login, { body: { email, password: ada.password } })
  expect([(await login(ada.email)).status, (await login('ADA@new.example')).status]).toEqual([401, 200])

  t.clock.advance(minute)
  expect((await ask(ada, 'ada@newer.example')).status).toBe(200)
  const newer = await tokenTo('ada@newer.example')
  expect((await confirm(newer)).status).toBe(200)
  // What the first was for holds no more.
  const { refusal } = await confirm(token)
  expect([refusal.error, refusal.details]).toEqual(['invalid_token', undefined])
})

test('an address that is taken gets a mail saying so; the answer is the same and nothing changes', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const bob = await makePerson(t, { role: 'author' })
  const taken = await ask(ada, bob.email.toUpperCase())
  t.clock.advance(minute)
  const free = await ask(ada, 'ada@free.example')
  expect([taken.status, taken.body.message.replace(bob.email.toUpperCase(), '…')]).toEqual([
    free.status,
    free.body.message.replace('ada@free.example', '…'),
  ])
  expect(await kindsTo(bob.email)).toEqual(['already_registered'])
})

test('of two who want one address, the first to confirm has it', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const bob = await makePerson(t, { role: 'author' })
  await ask(ada, 'wanted@new.example')
  const adas = await tokenTo('wanted@new.example')
  t.clock.advance(minute)
  await ask(bob, 'wanted@new.example')
  const bobs = await tokenTo('wanted@new.example')
  expect([(await confirm(bobs)).status, (await confirm(adas)).status]).toEqual([200, 422])
  expect([await emailOf(ada), await emailOf(bob)]).toEqual([ada.email, 'wanted@new.example'])
})

test('the password is asked for again; one’s own address and a second wish within a minute are refused', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const wrong = await ask(ada, 'ada@other.example', 'not hers')
  expect([wrong.status, wrong.refusal.details]).toEqual([
    422,
    [{ field: 'password', message: 'Your current password is wrong.' }],
  ])
  expect((await ask(ada, ada.email.toUpperCase())).refusal.message).toBe('This is your address already.')
  expect((await ask(ada, 'ada@other.example')).status).toBe(200)
  const again = await ask(ada, 'ada@another.example')
  expect([again.status, again.headers['retry-after']]).toEqual([429, '60'])
  expect(await kindsTo('ada@another.example')).toEqual([])
})

test('a change of password or address ends the links that were mailed before', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await ask(ada, 'thief@new.example')
  const thiefs = await tokenTo('thief@new.example')
  const body = { password: ada.password, newPassword: 'quite another secret' }
  await t.call(changePassword, { as: ada.token, body })
  expect((await confirm(thiefs)).refusal.error).toBe('invalid_token')

  const bob = await makePerson(t, { role: 'author' })
  await t.call(account.forgotPassword, { body: { email: bob.email } })
  await t.drain()
  const toOldAddress = await tokenTo(bob.email)
  await ask(bob, 'bob@new.example')
  await confirm(await tokenTo('bob@new.example'))
  const reset = await t.call(account.resetPassword, {
    body: { token: toOldAddress, password: 'quite another secret' },
  })
  expect(reset.refusal.error).toBe('invalid_token')
})

test('whoever knows the password takes no link to choose another away by changing it again and again', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await t.call(account.forgotPassword, { body: { email: ada.email } })
  await t.drain()
  const owners = await tokenTo(ada.email)
  const guests = ['a guest’s first secret', 'a guest’s second secret']
  for (const [at, newPassword] of guests.entries()) {
    const body = { password: guests[at - 1] ?? ada.password, newPassword }
    expect((await t.call(changePassword, { as: ada.token, body })).status).toBe(200)
  }
  const chosen = 'quite another secret'
  expect((await t.call(account.resetPassword, { body: { token: owners, password: chosen } })).status).toBe(
    200,
  )
  expect((await t.call(account.me, { as: ada.token })).status).toBe(401)
  const login = (password: string) => t.call(account.login, { body: { email: ada.email, password } })
  expect([(await login(guests[1] ?? '')).status, (await login(chosen)).status]).toEqual([401, 200])
})

test('a link for a new address ends after 24 hours', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await ask(ada, 'ada@late.example')
  t.clock.advance(24 * 60 * minute)
  expect((await confirm(await tokenTo('ada@late.example'))).refusal.error).toBe('invalid_token')
})

test('an alarm goes to the address that it was written to, however often the account moves on; what tells a person of their role follows', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const admin = await makePerson(t, { role: 'admin' })
  const body = { password: ada.password, newPassword: 'quite another secret' }
  expect((await t.call(changePassword, { as: ada.token, body })).status).toBe(200)
  await t.call(changeUser, { as: admin.token, params: { userId: ada.id }, body: { role: 'both' } })
  // The mail server has put them off.
  const putOff = () =>
    t.database.db.update(emails).set({ state: 'queued', attempts: 1 }).where(eq(emails.toAddress, ada.email))
  await putOff()
  await ask(ada, 'thief@a.example', body.newPassword)
  await confirm(await tokenTo('thief@a.example'))
  await putOff()
  t.clock.advance(minute)
  await ask(ada, 'thief@b.example', body.newPassword)
  await confirm(await tokenTo('thief@b.example'))
  expect(await kindsTo(ada.email)).toEqual(['password_changed', 'email_changed_from'])
  const moved = await t.database.db.$count(
    emails,
    sql`kind = 'role_changed' and to_address in ('thief@a.example', 'thief@b.example')`,
  )
  expect(moved).toBe(1)
})

test('a registration that nobody confirmed keeps nobody from their own address: it goes when the link is used', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const [email, password] = ['ada@typed.example', 'a long enough secret']
  await t.call(account.register, { body: { name: 'Ada', email, password } })
  expect((await ask(ada, email.toUpperCase())).status).toBe(200)
  expect(await kindsTo(email)).toEqual(['verify_email'])
  expect((await confirm(await tokenTo(email.toUpperCase()))).status).toBe(200)
  expect(await emailOf(ada)).toBe(email.toUpperCase())
  expect((await confirm(await tokenTo(email))).refusal.error).toBe('invalid_token')
  const login = (secret: string) => t.call(account.login, { body: { email, password: secret } })
  expect([(await login(ada.password)).status, (await login(password)).status]).toEqual([200, 401])
})

test('an account that was confirmed meanwhile stays, and so does one that organisers made', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const email = 'both@typed.example'
  await t.call(account.register, { body: { name: 'Bob', email, password: 'a long enough secret' } })
  const bobs = await tokenTo(email)
  await ask(ada, email)
  const adas = await tokenTo(email)
  expect([(await confirm(bobs)).status, (await confirm(adas)).status]).toEqual([200, 422])

  const listed = await makePerson(t, { role: 'reviewer' })
  await t.database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, listed.id))
  t.clock.advance(minute)
  expect((await ask(ada, listed.email)).status).toBe(200)
  expect(await kindsTo(listed.email)).toEqual(['already_registered'])
})
