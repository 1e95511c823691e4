import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, login, register, resetPassword } from '#shared/people/contract.ts'
import { type MadePerson, makePerson, PASSWORD } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const password = 'another long secret'

let networks = 0
/** As somebody asks who has any number of networks. */
async function ask(spec: { path: string }, payload: object) {
  networks += 1
  const remoteAddress = `198.51.${networks >> 8}.${networks & 255}`
  const answer = await t.app.http.inject({ method: 'POST', url: spec.path, remoteAddress, payload })
  // A link is made by a job.
  await t.drain()
  return [answer.statusCode, answer.body]
}
const mailsTo = async (address: string, kind: string) =>
  (await t.mails()).filter((one) => one.toAddress === address && one.kind === kind)
const links = async (email: string) =>
  (await mailsTo(email, 'reset_password')).map(({ text }) =>
    decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? 'none'),
  )
const reset = (token: string) => t.call(resetPassword, { body: { token, password } })

test('who asks for a link to somebody’s new password does not end the links that they have; the first used ends all', async () => {
  const { email } = await makePerson(t, { role: 'author' })
  await ask(forgotPassword, { email })
  t.clock.advance(MINUTE)
  await ask(forgotPassword, { email })
  const [first = '', second = ''] = await links(email)
  expect(new Set(['none', first, second]).size).toBe(3)
  expect((await reset(first)).status).toBe(200)
  expect((await reset(second)).refusal.error).toBe('invalid_token')
})

test('whoever floods a mailbox sends five links an hour and ten a day, then one an hour, and leaves a good one there', async () => {
  const { email } = await makePerson(t, { role: 'author' })
  const answers = new Set<string>()
  const sent: number[] = []
  for (let hour = 0; hour < 6; hour += 1) {
    for (let nth = 0; nth < 6; nth += 1) {
      answers.add((await ask(forgotPassword, { email })).join(' '))
      t.clock.advance(10 * MINUTE)
    }
    sent.push((await links(email)).length - sent.reduce((sum, one) => sum + one, 0))
  }
  expect(answers.size).toBe(1)
  expect(sent.slice(0, 2)).toEqual([5, 5])
  expect(new Set(sent.slice(2))).toEqual(new Set([1]))
  await ask(forgotPassword, { email })
  expect((await reset((await links(email)).at(-1) ?? '')).status).toBe(200)
})

test('the same holds for who registers an address again and again, all at once too, and for who logs in unconfirmed', async () => {
  const known = await makePerson(t, { role: 'author' })
  const signUp = (email: string) => ask(register, { name: 'Some Body', email, password })
  await Promise.all(Array.from({ length: 10 }, () => signUp(known.email)))
  expect(await mailsTo(known.email, 'already_registered')).toHaveLength(1)
  const email = 'unconfirmed@north.example'
  await signUp(email)
  for (let nth = 0; nth < 8; nth += 1) {
    t.clock.advance(2 * MINUTE)
    await signUp(known.email)
    expect((await ask(login, { email, password }))[0]).toBe(403)
  }
  expect(await mailsTo(known.email, 'already_registered')).toHaveLength(5)
  expect(await mailsTo(email, 'verify_email')).toHaveLength(5)
  t.clock.advance(HOUR)
  await signUp(known.email)
  expect(await mailsTo(known.email, 'already_registered')).toHaveLength(6)
})

test('and for who wants somebody else’s address for an account, from however many accounts', async () => {
  const wanted = 'stranger@elsewhere.example'
  const guests = await Promise.all(Array.from({ length: 8 }, () => makePerson(t, { role: 'author' })))
  const want = (guest: MadePerson) =>
    t.call(changeEmail, { as: guest.token, body: { password: PASSWORD, email: wanted } })
  const answers = [...(await Promise.all(guests.slice(0, 2).map(want)))]
  expect(await mailsTo(wanted, 'confirm_new_email')).toHaveLength(1)
  for (const guest of guests.slice(2)) {
    t.clock.advance(MINUTE)
    answers.push(await want(guest))
  }
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
  expect(await mailsTo(wanted, 'confirm_new_email')).toHaveLength(5)
})
