import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, login, register, resetPassword, verifyEmail } from '#shared/people/contract.ts'
import { changeUser, listUsers } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('whoever has a disabled account is told so by mail alone, at most once a minute; no answer tells of it', async () => {
  const as = (await makePerson(t, { role: 'admin' })).token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, {
    as,
    body: { settings: { ...settings, supportEmail: 'help@conference.example' }, revision },
  })
  const ada = await makePerson(t, { role: 'author' })
  const bea = await makePerson(t, { role: 'author' })
  await t.call(changeUser, { as, params: { userId: ada.id }, body: { disabled: true } })
  const mailsTo = async (address: string) => {
    await t.drain()
    return (await t.mails()).filter(({ toAddress }) => toAddress === address)
  }
  const nobody = 'nobody@north.example'
  const signUp = (email: string) =>
    t.call(register, { body: { name: 'Ada', email, password: 'a long sentence of hers' } })
  const forgot = (email: string) => t.call(forgotPassword, { body: { email } })
  const wrong = (email: string) => t.call(login, { body: { email, password: 'a wrong password of hers' } })
  for (const call of [signUp, forgot, wrong]) {
    const [ours, others, unknown] = [await call(ada.email), await call(bea.email), await call(nobody)]
    for (const other of [others, unknown])
      expect([ours.status, ours.body]).toEqual([other.status, other.body])
    t.clock.advance(1000)
  }
  const before = (await mailsTo(ada.email)).filter(({ kind }) => kind === 'account_is_disabled')
  expect(before.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['account_is_disabled', 'Your account is disabled'],
  ])
  expect(before[0]?.text).toContain('If you want to use it again, write to help@conference.example.')
  expect((await mailsTo(bea.email)).map(({ kind }) => kind)).toEqual(['already_registered', 'reset_password'])
  t.clock.advance(120_000)
  await forgot(ada.email)
  expect((await mailsTo(ada.email)).map(({ kind }) => kind)).toEqual([
    'account_is_disabled',
    'account_is_disabled',
  ])
})

test('no link to confirm its address is sent to a disabled account before it is enabled', async () => {
  const as = (await makePerson(t, { role: 'admin' })).token
  const email = 'una@disabled.example'
  await t.call(register, { body: { name: 'Una', email, password: 'a long sentence of hers' } })
  const found = await t.call(listUsers, { as, query: { q: email } })
  const change = (body: object) =>
    t.call(changeUser, { as, params: { userId: found.body.items[0]?.id ?? '' }, body })
  const sent = async () => (await t.mails()).filter(({ toAddress }) => toAddress === email).length
  await change({ disabled: true })
  const refused = await change({ resendVerification: true })
  expect([refused.status, refused.refusal.message, await sent()]).toEqual([
    409,
    'Enable the account first.',
    1,
  ])
  expect((await change({ disabled: false, resendVerification: true })).status).toBe(200)
  expect(await sent()).toBe(2)
})

test('links that were mailed before end with the account, and do nothing while it is disabled', async () => {
  const as = (await makePerson(t, { role: 'admin' })).token
  const ada = await makePerson(t, { role: 'author' })
  const setDisabled = (disabled: boolean) =>
    t.call(changeUser, { as, params: { userId: ada.id }, body: { disabled } })
  const linkTo = async (address: string) => {
    const text = (await t.mails()).findLast(({ toAddress }) => toAddress === address)?.text ?? ''
    return decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? 'none')
  }
  const moveBy = async () =>
    (await t.call(verifyEmail, { body: { token: await linkTo('ada@moved.example') } })).refusal.error
  const resetBy = async () => {
    const body = { token: await linkTo(ada.email), password: 'a long sentence of hers' }
    return (await t.call(resetPassword, { body })).refusal.error
  }
  await t.call(changeEmail, { as: ada.token, body: { email: 'ada@moved.example', password: ada.password } })
  await t.call(forgotPassword, { body: { email: ada.email } })
  await t.drain()
  await setDisabled(true)
  await setDisabled(false)
  expect([await moveBy(), await resetBy()]).toEqual(['invalid_token', 'invalid_token'])
  // A link that was being made at the very moment.
  t.clock.advance(120_000)
  await t.call(forgotPassword, { body: { email: ada.email } })
  await t.drain()
  await t.database.db.update(users).set({ disabledAt: t.clock.now }).where(eq(users.id, ada.id))
  expect(await resetBy()).toBe('invalid_token')
})
