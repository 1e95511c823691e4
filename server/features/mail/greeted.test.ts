import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEmail } from '#shared/people/account-contract.ts'
import { register } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { greeted } from './greeted.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const address = 'ada@north.example'

test.each([
  'J.R.R. Tolkien',
  'J.R.R.Tolkien',
  'St. John',
  'Oliver St.John',
  'Dr.Who',
  'Prof.Dr.Li Wu',
  'dr.who',
  'Martin Luther King, Jr.',
  'Ada Lovelace, Ph.D.',
  'Ravi s/o Kumar',
  'Ann M.Sc. B.Eng.',
  'Anne-Marie O’Neill',
  'José María de la Concepción García-Márquez y Fernández',
  'Нина Петрова',
  'И. И. Петров',
  '王小明',
  'X Æ A-12',
  'Jean-Luc',
  address,
])('%s is greeted', (name) => {
  expect(greeted({ name, address })).toBe(name)
})

test.each([
  'Click https://evil.example now to keep your paper',
  'Your paper is lost: evil.example',
  'EVIL.COM',
  'x.com',
  't.co/keep',
  'www.evil',
  'Write to chair@evil.example',
  'evil．example',
  'evil。example',
  'evil.\u200bexample',
  'Dr.Who at bit.ly',
  'пример.рф',
  `Your paper is withdrawn today unless you pay the fee again to us`,
])('%s is greeted by no name', (name) => {
  expect(greeted({ name, address })).toBeUndefined()
})

test('nobody’s address gets another’s words as its name: of a registration, a second one, a changed address', async () => {
  const errand = 'Click https://evil.example now to keep your paper'
  const password = 'twelve grey elephants'
  for (const email of ['victim@north.example', 'victim@north.example'])
    expect((await t.call(register, { body: { name: errand, email, password } })).status).toBe(200)
  const evil = await makePerson(t, { role: 'author', name: errand, incomplete: true })
  const asked = { email: 'other@north.example', password: evil.password }
  expect((await t.call(changeEmail, { as: evil.token, body: asked })).status).toBe(200)
  const mails = await t.mails()
  expect(mails.map(({ kind }) => kind)).toEqual(['verify_email', 'already_registered', 'confirm_new_email'])
  for (const { toName, subject, text, html } of mails) {
    expect([toName, text.split('\n')[0]]).toEqual(['', 'Dear colleague,'])
    expect(`${subject} ${text} ${html}`).not.toContain('evil')
  }
})
