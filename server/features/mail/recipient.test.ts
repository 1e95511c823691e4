import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewMessage, sendMessage, testMessage } from '#shared/mail/desk-contract.ts'
import { savePreferences } from '#shared/mail/preferences.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { forgotPassword, register, saveProfile } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { calledBy } from './recipient.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const greetings = async (address: string) =>
  (await t.mails())
    .filter(({ toAddress }) => toAddress === address)
    .map(({ kind, toName, text }) => [kind, toName, text.split('\n')[0]])

test('a mail calls somebody by the profile’s name, before there is one by the user name', async () => {
  const admin = await makePerson(t, { role: 'admin', name: 'chair' })
  const ada = await makePerson(t, { role: 'author', name: 'ada_1815', email: 'ada@north.example' })
  const profile = { firstName: 'Ada', lastName: 'Brunner', organization: 'North' }
  await t.call(saveProfile, { as: ada.token, body: profile })
  await t.call(saveProfile, { as: admin.token, body: { ...profile, firstName: 'Clara', lastName: 'Chair' } })
  await t.call(register, {
    body: { name: 'newbie', email: 'new@north.example', password: 'grey elephants 12' },
  })
  await t.call(register, { body: { name: 'x', email: ada.email, password: 'grey elephants 12' } })
  await t.call(forgotPassword, { body: { email: ada.email } })
  await t.drain()
  const words = {
    subject: 'To {name}',
    body: 'Hello {name}.',
    audience: { who: 'authors', stage: 'any' } as const,
  }
  const { count, stamp, people, text } = (await t.call(previewMessage, { as: admin.token, body: words })).body
  expect([people, text.split('\n')[0]]).toEqual([
    [{ name: 'Ada Brunner', email: ada.email }],
    'Dear Ada Brunner,',
  ])
  await t.call(testMessage, { as: admin.token, body: { subject: words.subject, body: words.body } })
  await t.call(sendMessage, { as: admin.token, body: { ...words, count, stamp } })
  await t.call(savePreferences, { as: ada.token, body: { notice: 'digest' } })
  await t.call(sendMessage, { as: admin.token, body: { ...words, count, stamp, again: true } })
  const { items } = (await t.call(listNotices, { as: ada.token })).body
  expect(items.map(({ title }) => title)).toEqual(['To Ada Brunner', 'To Ada Brunner'])
  t.clock.advance(24 * 3600_000)
  await t.app.doChores()
  expect(await greetings('new@north.example')).toEqual([['verify_email', 'newbie', 'Dear newbie,']])
  const kinds = ['already_registered', 'reset_password', 'organisers_message', 'daily_digest']
  expect(await greetings(ada.email)).toEqual(kinds.map((kind) => [kind, 'Ada Brunner', 'Dear Ada Brunner,']))
  expect(await greetings(admin.email)).toEqual([['test', 'Clara Chair', 'Dear Clara Chair,']])
})

test('half a name is none', async () => {
  const both = { firstName: 'Ada', lastName: 'Brunner', name: 'ada_1815' }
  expect([both, { ...both, firstName: '' }, { ...both, lastName: '' }].map(calledBy)).toEqual([
    'Ada Brunner',
    'ada_1815',
    'ada_1815',
  ])
})
