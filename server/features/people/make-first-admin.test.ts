import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgotPassword, login, me, resetPassword } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { makeAdmin } from './make-first-admin.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('an account that is made an administrator’s by the command keeps nothing open of before, and its person is told', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await t.call(forgotPassword, { body: { email: ada.email } })
  await t.drain()
  const mailed = /token=([\w%-]+)/.exec((await t.mails()).at(-1)?.text ?? '')?.[1] ?? ''
  const [password, another] = ['the new secret of the chair', 'the secret of whoever has the link']
  expect(await makeAdmin(t, ada.email, password)).toEqual({ hasSecondStep: false })
  expect((await t.call(me, { as: ada.token })).status).toBe(401)
  const reset = { token: decodeURIComponent(mailed), password: another }
  expect((await t.call(resetPassword, { body: reset })).refusal.error).toBe('invalid_token')
  const told = (await t.mails()).filter(({ toAddress }) => toAddress === ada.email)
  expect(told.map(({ kind }) => kind)).toEqual(['reset_password', 'password_changed'])
  expect((await t.call(login, { body: { email: ada.email, password } })).status).toBe(200)
  expect(await makeAdmin(t, 'chair@first.example', password)).toEqual({ hasSecondStep: false })
})
