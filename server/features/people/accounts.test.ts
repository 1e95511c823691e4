import { afterAll, beforeAll, expect, test } from 'vitest'
import * as own from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { personById } from './find-person.ts'
import { openSession } from './sessions.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const password = 'twelve grey elephants'
const minute = 60_000
let people = 0
const newAddress = () => `somebody${people++}@north.example`

async function tokenIn(kind: string, address: string): Promise<string> {
  const mails = (await t.mails()).filter((mail) => mail.kind === kind && mail.toAddress === address)
  return decodeURIComponent(/token=([\w%-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'none')
}
const mailsTo = async (address: string) =>
  (await t.mails()).filter((mail) => mail.toAddress === address).map((mail) => mail.kind)
const register = (email: string) => t.call(account.register, { body: { name: 'Some Body', email, password } })
const logIn = (email: string, secret = password) =>
  t.call(account.login, { body: { email, password: secret } })

async function verified(): Promise<string> {
  const email = newAddress()
  await register(email)
  await t.call(account.verifyEmail, { body: { token: await tokenIn('verify_email', email) } })
  return email
}

test('a new person registers, confirms the address and logs in; nothing before', async () => {
  const email = newAddress()
  const answer = await register(email)
  expect([answer.status, answer.body]).toEqual([
    200,
    { message: 'Account created successfully. Please check your email to verify your account.' },
  ])
  const early = await logIn(email)
  expect([early.status, early.refusal]).toEqual([
    403,
    {
      message: 'Email not verified. A new verification email has been sent to your inbox.',
      error: 'email_not_verified',
      needEmailVerification: true,
    },
  ])
  expect(await mailsTo(email)).toEqual(['verify_email'])
  t.clock.advance(minute)
  await logIn(email)
  expect(await mailsTo(email)).toEqual(['verify_email', 'verify_email'])

  const token = await tokenIn('verify_email', email)
  expect((await t.call(account.verifyEmail, { body: { token } })).status).toBe(200)
  const again = await t.call(account.verifyEmail, { body: { token } })
  expect([again.status, again.refusal]).toEqual([
    422,
    {
      error: 'invalid_token',
      message: 'Your e-mail address is confirmed already. You can log in with it.',
      details: { confirmed: true },
    },
  ])
  const inside = await logIn(email.toUpperCase())
  const me = await t.call(account.me, { as: inside.body.token })
  expect([me.body.email, me.body.role, me.body.roles, me.body.isProfileComplete]).toEqual([
    email,
    'author',
    ['author'],
    false,
  ])
})

test('a verification link ends after 24 hours', async () => {
  const email = newAddress()
  await register(email)
  t.clock.advance(24 * 60 * minute)
  const token = await tokenIn('verify_email', email)
  expect((await t.call(account.verifyEmail, { body: { token } })).refusal.error).toBe('invalid_token')
})

test('no call tells whether an address is known', async () => {
  const known = await verified()
  const unknown = newAddress()
  expect((await register(known)).body).toEqual((await register(newAddress())).body)
  expect((await mailsTo(known)).at(-1)).toBe('already_registered')
  const forgot = (email: string) => t.call(account.forgotPassword, { body: { email } })
  expect((await forgot(known)).body).toEqual((await forgot(unknown)).body)
  const wrong = [await logIn(known, 'not the password'), await logIn(unknown, 'not the password')]
  expect(wrong[0]?.refusal).toEqual(wrong[1]?.refusal)
  expect(wrong.map((answer) => answer.status)).toEqual([401, 401])
})

test('missing fields say what the specification says', async () => {
  const said = async (answer: Promise<{ refusal: { message: string } }>) => (await answer).refusal.message
  expect(await said(t.call(account.login, { body: { email: '', password: '' } }))).toBe(
    'Please fill in all fields(email,password)!',
  )
  expect(await said(t.call(account.register, { body: { name: 'A' } }))).toBe(
    'Please fill in all required fields.',
  )
  expect(await said(t.call(account.forgotPassword, { body: { email: ' ' } }))).toBe(
    'Please enter your email.',
  )
  const short = { name: 'A', email: newAddress(), password: '1234567' }
  expect(await said(t.call(account.register, { body: short }))).toBe(
    'Password must be at least 8 characters.',
  )
})

test('a password that is common or one’s own name is refused', async () => {
  for (const weak of ['password1', 'some body', '12345678', 'aaaaaaaaaa']) {
    const answer = await t.call(account.register, {
      body: { name: 'Some Body', email: newAddress(), password: weak },
    })
    expect([weak, answer.status, answer.refusal.error]).toEqual([weak, 422, 'weak_password'])
    expect(answer.refusal.details).toEqual([{ field: 'password', message: answer.refusal.message }])
  }
})

test('a reset link works once, for an hour, ends all sessions and logs nobody in', async () => {
  const email = await verified()
  const before = (await logIn(email)).body.token
  await t.call(account.forgotPassword, { body: { email } })
  await t.drain()
  const token = await tokenIn('reset_password', email)
  const reset = (given: string) =>
    t.call(account.resetPassword, { body: { token: given, password: 'another long secret' } })
  const many = await Promise.all(Array.from({ length: 10 }, () => reset(token)))
  expect(many.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 422),
  ])
  expect((await t.call(account.me, { as: before })).status).toBe(401)
  expect((await logIn(email)).status).toBe(401)
  expect((await logIn(email, 'another long secret')).status).toBe(200)
  expect((await mailsTo(email)).at(-1)).toBe('password_changed')

  t.clock.advance(minute)
  await t.call(account.forgotPassword, { body: { email } })
  await t.drain()
  const late = await tokenIn('reset_password', email)
  t.clock.advance(60 * minute)
  expect((await reset(late)).refusal.error).toBe('invalid_token')
})

test('wrong passwords slow an account down, never for good', async () => {
  const email = await verified()
  for (let n = 0; n < 5; n += 1) expect((await logIn(email, 'wrong password')).status).toBe(401)
  const slowed = await logIn(email)
  expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '5'])
  t.clock.advance(5_001)
  expect((await logIn(email)).status).toBe(200)
})

test('a refresh rotates; the token before it works for ten seconds more; an older one ends the session', async () => {
  const email = await verified()
  const first = (await logIn(email)).body
  const refresh = (refreshToken: string) => t.call(account.refreshToken, { body: { refreshToken } })
  const second = (await refresh(first.refreshToken)).body
  const racing = await refresh(first.refreshToken)
  expect(racing.body.refreshToken).toBe(second.refreshToken)
  const third = (await refresh(second.refreshToken)).body
  expect((await refresh(first.refreshToken)).refusal.error).toBe('refresh_failed')
  expect((await refresh(third.refreshToken)).refusal.error).toBe('refresh_failed')
  expect((await t.call(account.me, { as: third.token })).status).toBe(401)

  const other = (await logIn(email)).body
  await refresh(other.refreshToken)
  t.clock.advance(10_001)
  expect((await refresh(other.refreshToken)).status).toBe(401)
  expect((await refresh('made.up.token')).status).toBe(401)
})

test('many refreshes at once give one session and no fork', async () => {
  const { refreshToken } = (await logIn(await verified())).body
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.call(account.refreshToken, { body: { refreshToken } })),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.refreshToken}`)).size).toBe(1)
})

test('a session ends after 24 hours, or 30 days when remembered, whatever is refreshed', async () => {
  const email = await verified()
  const start = (remember: boolean) => t.call(account.login, { body: { email, password, remember } })
  let short = (await start(false)).body.refreshToken
  let long = (await start(true)).body.refreshToken
  const refresh = async (refreshToken: string) => t.call(account.refreshToken, { body: { refreshToken } })
  t.clock.advance(23 * 60 * minute)
  short = (await refresh(short)).body.refreshToken
  long = (await refresh(long)).body.refreshToken
  t.clock.advance(60 * minute)
  expect((await refresh(short)).status).toBe(401)
  t.clock.advance(29 * 24 * 60 * minute - 1)
  long = (await refresh(long)).body.refreshToken
  t.clock.advance(1)
  expect((await refresh(long)).status).toBe(401)
})

test('disabling a person, and taking a role away, take effect at the next call', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const both = await makePerson(t, { role: 'both' })
  const change = (body: object) => t.call(changeUser, { as: admin.token, params: { userId: both.id }, body })
  const becomes = () => t.call(account.becomeAuthor, { as: both.token })
  expect((await becomes()).status).toBe(200)
  await change({ role: 'author' })
  expect((await becomes()).status).toBe(403)
  await change({ disabled: true })
  expect((await t.call(account.me, { as: both.token })).status).toBe(401)
  expect((await logIn(both.email, both.password)).refusal.error).toBe('account_disabled')
})

test('sessions are listed and ended one by one, others’ never', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const eve = await makePerson(t, { role: 'author' })
  const second = (await logIn(ada.email, ada.password)).body.token
  const list = (await t.call(own.listSessions, { as: second })).body.items
  expect(list.map((one) => one.current)).toEqual([true, false])
  const other = list[1]?.id ?? ''
  expect((await t.call(own.endSession, { as: eve.token, params: { sessionId: other } })).status).toBe(404)
  expect((await t.call(own.endSession, { as: second, params: { sessionId: other } })).status).toBe(200)
  expect((await t.call(account.me, { as: ada.token })).status).toBe(401)
  expect((await t.call(account.logout, { as: second })).status).toBe(200)
  expect((await t.call(account.me, { as: second })).status).toBe(401)
})

test('of more sessions than are listed all are counted, and a new password ends every other one', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await t.transact(async (ctx) => {
    const origin = { address: '192.0.2.1', device: '' }
    const person = await personById(ctx, ada.id)
    for (let n = 1; person !== undefined && n < 105; n += 1)
      await openSession({ ...ctx, origin }, person, false)
  })
  const list = async () => (await t.call(own.listSessions, { as: ada.token })).body
  const all = await list()
  expect([all.items.length, all.count]).toEqual([100, 105])
  const [other] = all.items.filter(({ current }) => !current)
  await t.call(own.endSession, { as: ada.token, params: { sessionId: other?.id ?? '' } })
  const rest = await list()
  expect([rest.items.length, rest.count]).toEqual([100, 104])
  const body = { password: ada.password, newPassword: 'quite another secret' }
  expect((await t.call(own.changePassword, { as: ada.token, body })).status).toBe(200)
  expect((await list()).items.map(({ current }) => current)).toEqual([true])
  expect((await list()).count).toBe(1)
})

test('a new password asks for the old one and ends the other sessions', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const here = (await logIn(ada.email, ada.password)).body.token
  const change = (given: string) =>
    t.call(own.changePassword, {
      as: here,
      body: { password: given, newPassword: 'quite another secret' },
    })
  expect((await change('wrong one')).refusal.message).toBe('Your current password is wrong.')
  expect((await change(ada.password)).status).toBe(200)
  expect((await t.call(account.me, { as: here })).status).toBe(200)
  expect((await t.call(account.me, { as: ada.token })).status).toBe(401)
})
