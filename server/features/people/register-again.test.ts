import { afterAll, beforeAll, expect, test } from 'vitest'
import * as account from '#shared/people/contract.ts'
import * as desk from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
/** Every statement that the portal sends to its database. */
const said: string[] = []
beforeAll(async () => {
  t = await openTestPortal({ logger: { logQuery: (statement) => said.push(statement) } })
})
afterAll(() => t.close())

const STRANGERS = 'a stranger’s own secret'
const OWNERS = 'twelve grey elephants'
const CHOSEN = 'thirteen blue whales'
const MINUTE = 60_000

let addresses = 0
const newAddress = () => `target${addresses++}@uni.example`
const register = (email: string, password: string, name = 'Tara Target') =>
  t.call(account.register, { body: { name, email, password } })
const mailsTo = async (email: string, kind: string) =>
  (await t.mails()).filter((one) => one.toAddress === email && one.kind === kind)
async function links(email: string, kind: 'verify_email' | 'registered_again'): Promise<string[]> {
  return (await mailsTo(email, kind)).map(({ text }) =>
    decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? 'none'),
  )
}
const confirm = async (token = 'none') => (await t.call(account.verifyEmail, { body: { token } })).status
const choose = async (token = 'none', password = CHOSEN) =>
  (await t.call(account.resetPassword, { body: { token, password } })).status
const logIn = async (email: string, password: string) =>
  (await t.call(account.login, { body: { email, password } })).status

test('who registers somebody’s address first does not have the account that its owner registers and confirms', async () => {
  const email = newAddress()
  const first = await register(email, STRANGERS, 'Eve')
  const second = await register(email, OWNERS)
  expect([second.status, second.body]).toEqual([first.status, first.body])
  const [mail] = await mailsTo(email, 'registered_again')
  expect(mail?.text).toMatch(/^Dear Tara Target,/)
  const strangers = (await links(email, 'verify_email')).at(-1)
  expect(await confirm(strangers)).toBe(422)
  expect([await logIn(email, STRANGERS), await logIn(email, OWNERS)]).toEqual([401, 401])
  expect(await choose((await links(email, 'registered_again')).at(-1))).toBe(200)
  expect([await logIn(email, STRANGERS), await logIn(email, CHOSEN)]).toEqual([401, 200])
  expect(await confirm(strangers)).toBe(422)
})

test('nor does who registers it after the owner, before or while they confirm, however often', async () => {
  const email = newAddress()
  await register(email, OWNERS)
  for (let nth = 0; nth < 3; nth += 1) {
    await register(email, STRANGERS)
    t.clock.advance(MINUTE)
  }
  const [own] = await links(email, 'verify_email')
  expect(await confirm(own)).toBe(422)
  const choosing = await links(email, 'registered_again')
  expect(choosing).toHaveLength(3)
  // A newer link takes none of the earlier ones away.
  expect(await choose(choosing[0])).toBe(200)
  expect(await choose(choosing[2], STRANGERS)).toBe(422)
  expect([await logIn(email, STRANGERS), await logIn(email, CHOSEN)]).toEqual([401, 200])
  // It is confirmed now: nothing changes any more.
  await register(email, STRANGERS)
  expect([await logIn(email, STRANGERS), await logIn(email, CHOSEN)]).toEqual([401, 200])
  expect(await mailsTo(email, 'already_registered')).toHaveLength(1)

  const racing = newAddress()
  await register(racing, OWNERS)
  const [link] = await links(racing, 'verify_email')
  const [confirmed] = await Promise.all([confirm(link), register(racing, STRANGERS)])
  if (confirmed === 422)
    expect(await choose((await links(racing, 'registered_again')).at(-1), OWNERS)).toBe(200)
  expect([await logIn(racing, STRANGERS), await logIn(racing, OWNERS)]).toEqual([401, 200])
})

test('of several who register an address at once with passwords of their own, none has it by a link to confirm', async () => {
  const email = newAddress()
  const many = Array.from({ length: 3 }, (_, nth) => `a secret of number ${nth}`)
  const answers = await Promise.all(many.map((password) => register(email, password)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const link of await links(email, 'verify_email')) expect(await confirm(link)).toBe(422)
  expect(await choose((await links(email, 'registered_again')).at(-1))).toBe(200)
  for (const password of many) expect(await logIn(email, password)).toBe(401)
  expect(await logIn(email, CHOSEN)).toBe(200)
})

test('of many registrations of an address at once nobody tells whether it is known: each looks for it as often', async () => {
  const known = await makePerson(t, { role: 'author' })
  const looks = async (email: string) => {
    said.length = 0
    const many = Array.from({ length: 8 }, (_, nth) => register(email, `a secret of number ${nth}`))
    const answers = await Promise.all(many)
    return [
      answers.map(({ status }) => status).join(' '),
      said.filter((one) => /from "users" where lower\("users"\."email"\) = \$1/.test(one)).length,
    ]
  }
  const ofKnown = await looks(known.email)
  expect(ofKnown).toEqual([Array(8).fill(200).join(' '), 16])
  expect(await looks(newAddress())).toEqual(ofKnown)
})

test('who registers twice with one password confirms by the link that they have', async () => {
  const email = newAddress()
  await Promise.all([register(email, OWNERS), register(email, OWNERS)])
  await register(email, OWNERS)
  expect(await mailsTo(email, 'registered_again')).toEqual([])
  expect(await confirm((await links(email, 'verify_email')).at(-1))).toBe(200)
  expect(await logIn(email, OWNERS)).toBe(200)
})

test('an invited reviewer has the account that somebody else opened with their address', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const email = newAddress()
  await register(email, STRANGERS, 'Eve')
  const [strangers] = await links(email, 'verify_email')
  // Guesses at the stranger’s password keep nobody out either.
  for (let nth = 0; nth < 6; nth += 1) await logIn(email, 'a wrong guess at it')
  await t.call(desk.inviteReviewers, { as: admin.token, body: { email } })
  const [invitation] = await mailsTo(email, 'invitation')
  const pin = /Your PIN: (\S+)/.exec(invitation?.text ?? '')?.[1] ?? ''
  const asReviewer = (given: string) =>
    t.call(account.registerReviewer, { body: { name: 'Tara Target', email, password: OWNERS, pin: given } })
  expect((await asReviewer('AAAAAAAA')).refusal.error).toBe('invalid_pin')
  expect((await asReviewer(pin)).status).toBe(200)
  expect(await confirm(strangers)).toBe(422)
  t.clock.advance(MINUTE)
  expect([await logIn(email, OWNERS), await logIn(email, STRANGERS)]).toEqual([403, 401])
  expect(await confirm((await links(email, 'verify_email')).at(-1))).toBe(200)
  expect([await logIn(email, OWNERS), await logIn(email, STRANGERS)]).toEqual([200, 401])
  const people = await t.call(desk.listUsers, { as: admin.token, query: { q: email } })
  expect(people.body.items.map(({ name, role }) => [name, role])).toEqual([['Tara Target', 'both']])
})

test('who registers a reviewer’s address before it is confirmed gives them no other name', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const email = newAddress()
  await t.call(desk.inviteReviewers, { as: admin.token, body: { email } })
  const pin = /Your PIN: (\S+)/.exec((await mailsTo(email, 'invitation'))[0]?.text ?? '')?.[1] ?? ''
  const body = { name: 'Tara Target', email, password: OWNERS, pin }
  expect((await t.call(account.registerReviewer, { body })).status).toBe(200)
  await register(email, STRANGERS, 'Eve')
  const people = await t.call(desk.listUsers, { as: admin.token, query: { q: email } })
  expect(people.body.items.map(({ name, role }) => [name, role])).toEqual([['Tara Target', 'reviewer']])
  expect((await mailsTo(email, 'registered_again'))[0]?.text).toMatch(/^Dear Tara Target,/)
  expect(await choose((await links(email, 'registered_again'))[0])).toBe(200)
  expect([await logIn(email, STRANGERS), await logIn(email, CHOSEN)]).toEqual([401, 200])
})

test('nor does one that gets a role while it is disabled keep the password that it waited with', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const email = newAddress()
  await register(email, STRANGERS, 'Eve')
  const { body } = await t.call(desk.listUsers, { as: admin.token, query: { q: email } })
  const change = (given: object) =>
    t.call(desk.changeUser, { as: admin.token, params: { userId: body.items[0]?.id ?? '' }, body: given })
  await change({ disabled: true })
  await change({ role: 'admin' })
  expect(await mailsTo(email, 'welcome')).toEqual([])
  await change({ disabled: false })
  for (const link of await links(email, 'verify_email')) expect(await confirm(link)).toBe(422)
  expect(await logIn(email, STRANGERS)).toBe(401)
  // Whoever holds the mailbox has it, by the link that an organiser sends.
  await change({ resendVerification: true })
  const [welcome] = await mailsTo(email, 'welcome')
  expect(await choose(decodeURIComponent(/token=([\w%-]+)/.exec(welcome?.text ?? '')?.[1] ?? ''))).toBe(200)
  expect(await logIn(email, CHOSEN)).toBe(200)
})

test('an account that gets a role while it waits is opened by none but a password chosen from then on', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const given = [
    (userId: string) =>
      t.call(desk.changeUser, { as: admin.token, params: { userId }, body: { role: 'reviewer' } }),
    (userId: string) =>
      t.call(desk.changeUser, { as: admin.token, params: { userId }, body: { staff: true } }),
    // The link of before is sent again at the same time.
    (userId: string) =>
      t.call(desk.changeUser, {
        as: admin.token,
        params: { userId },
        body: { role: 'both', resendVerification: true },
      }),
  ]
  for (const give of given) {
    const email = newAddress()
    await register(email, STRANGERS, 'Eve')
    const { body } = await t.call(desk.listUsers, { as: admin.token, query: { q: email } })
    expect((await give(body.items[0]?.id ?? '')).status).toBe(200)
    for (const link of await links(email, 'verify_email')) expect(await confirm(link)).toBe(422)
    expect(await logIn(email, STRANGERS)).toBe(401)
    const [welcome] = await mailsTo(email, 'welcome')
    // They registered themselves.
    expect(welcome?.text).toContain('opened it for you, or gave it a role that you did not have')
    expect(await choose(decodeURIComponent(/token=([\w%-]+)/.exec(welcome?.text ?? '')?.[1] ?? ''))).toBe(200)
    expect([await logIn(email, STRANGERS), await logIn(email, CHOSEN)]).toEqual([401, 200])
  }
})
