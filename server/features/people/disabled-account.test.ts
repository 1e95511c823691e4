import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgotPassword, login, register } from '#shared/people/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
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
