import { afterAll, beforeAll, expect, test } from 'vitest'
import { line, messageKind } from '#server/core/message.ts'
import { digestItems, mailPreferences } from '#server/db/schema.ts'
import { readEmail } from '#shared/mail/contract.ts'
import {
  openUnsubscribe,
  readPreferences,
  readUnsubscribe,
  savePreferences,
  unsubscribe,
} from '#shared/mail/preferences.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { preferencesOf } from './preferences.ts'
import { tell } from './tell.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const kindOf = (group: 'submission' | 'review' | 'notice' | 'decision') =>
  messageKind({
    key: `test_${group}`,
    group,
    to: 'Somebody',
    when: 'In this test.',
    placeholders: { what: line('what', 'it') },
    notice: { opens: null, title: '{what} came', body: 'Dear {name}, this is\n{what}.' },
    subject: 'Mail: {what}',
    body: '{what}',
    button: 'See it',
  })
const tellOf = (who: MadePerson, group: 'submission' | 'review' | 'notice' | 'decision', what: string) =>
  t.transact((ctx) => tell(ctx, [who.id], kindOf(group).of({ what }, `https://portal.example/${group}`)))
const mailsTo = async (who: MadePerson) => (await t.mails()).filter((mail) => mail.toAddress === who.email)
const subjectsTo = async (who: MadePerson) => (await mailsTo(who)).map(({ subject }) => subject)
const choose = (who: MadePerson, body: object) => t.call(savePreferences, { as: who.token, body })
const chosen = async (who: MadePerson) => (await t.call(readPreferences, { as: who.token })).body
/** As {@link chosen}, of somebody whose session has run out. */
const stored = (who: MadePerson) =>
  t.transact(async (ctx) => (await preferencesOf(ctx, [who.id])).get(who.id))
const noticesOf = async (who: MadePerson) =>
  (await t.call(listNotices, { as: who.token })).body.items.map(({ title }) => title)
const waiting = async () => (await t.database.db.select().from(digestItems)).length
const linkFor = async (who: MadePerson) => (await mailsTo(who)).at(-1)?.unsubscribe ?? ''
const asForm = (
  link: string,
  type = 'application/x-www-form-urlencoded',
  payload = 'List-Unsubscribe=One-Click',
) =>
  t.app.http.inject({
    method: 'POST',
    url: `/api/unsubscribe/${link}`,
    headers: { 'content-type': type },
    payload,
  })

test('each kind of message comes as chosen, the notification always, and what nobody can turn off at once', async () => {
  const ada = await makePerson(t, { role: 'author' })
  expect(await chosen(ada)).toEqual({ submission: 'now', review: 'now', notice: 'now' })
  await choose(ada, { submission: 'portal', review: 'digest' })
  expect(await chosen(ada)).toEqual({ submission: 'portal', review: 'digest', notice: 'now' })
  for (const group of ['submission', 'review', 'notice', 'decision'] as const) await tellOf(ada, group, group)
  expect(await noticesOf(ada)).toEqual(['decision came', 'notice came', 'review came', 'submission came'])
  expect(await subjectsTo(ada)).toEqual(['Mail: notice', 'Mail: decision'])
  const links = (await mailsTo(ada)).map(({ unsubscribe: link }) => link?.split('.')[0] ?? null)
  expect(links).toEqual(['notice', null])
  expect((await choose(ada, { account: 'portal', decision: 'portal' })).status).toBe(422)
  expect((await choose(ada, { notices: 'portal', review: 'portal' })).status).toBe(422)
  expect((await choose(ada, { review: 'never' })).status).toBe(422)
  expect(await chosen(ada)).toEqual({ submission: 'portal', review: 'digest', notice: 'now' })
})

test('one mail a day of what gathered, in the morning of the conference; nothing twice, nothing of nothing', async () => {
  const [ada, otto, eve] = [
    await makePerson(t, { role: 'author', name: 'Ada <i>' }),
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'author' }),
  ]
  const digest = { submission: 'digest', review: 'digest', notice: 'digest' }
  for (const who of [ada, otto, eve]) await choose(who, digest)
  t.clock.now = new Date('2026-03-03T05:30:00Z')
  await tellOf(ada, 'submission', 'One')
  t.clock.advance(1000)
  await tellOf(ada, 'notice', '<b>Two</b>')
  await tellOf(eve, 'notice', 'Never')
  const admin = await makePerson(t, { role: 'admin' })
  await t.call(changeUser, { as: admin.token, params: { userId: eve.id }, body: { disabled: true } })
  await t.app.doChores()
  expect(await subjectsTo(ada)).toEqual([])

  t.clock.now = new Date('2026-03-03T07:00:00Z')
  await Promise.all([t.app.doChores(), t.app.doChores()])
  expect([await subjectsTo(ada), await subjectsTo(otto), await subjectsTo(eve), await waiting()]).toEqual([
    ['2 messages: One came; <b>Two</b> came'],
    [],
    [],
    0,
  ])
  const [mail] = await mailsTo(ada)
  expect(mail?.text).toContain(`Dear Ada <i>,

This is new for you:

One came
Dear Ada <i>, this is One.
https://portal.example/submission

<b>Two</b> came
Dear Ada <i>, this is <b>Two</b>.
https://portal.example/notice`)
  expect(mail?.html).toContain('&lt;b&gt;Two&lt;/b&gt; came<br>')
  expect(mail?.html).toContain('<a href="https://portal.example/notice"')
  expect(mail?.html).not.toMatch(/<[bi]>/)

  await tellOf(ada, 'review', 'Three')
  await t.app.doChores()
  expect(await subjectsTo(ada)).toHaveLength(1)
  t.clock.now = new Date('2026-03-04T07:00:00Z')
  await t.app.doChores()
  expect(await subjectsTo(ada)).toEqual(['2 messages: One came; <b>Two</b> came', 'Three came'])
  t.clock.now = new Date('2026-03-05T07:00:00Z')
  await t.app.doChores()
  expect(await subjectsTo(ada)).toHaveLength(2)
})

test('a daily mail that cannot be written loses nothing; one of very much says how much more there is', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await choose(ada, { notice: 'digest' })
  const kind = kindOf('notice')
  await t.transact(async (ctx) => {
    for (let n = 1; n <= 53; n += 1)
      await tell(ctx, [ada.id], kind.of({ what: `No ${n}` }, 'https://portal.example'))
  })
  const change = (sql: string) => t.database.executeSql(sql, [])
  await change(`alter table emails add constraint no_digests check (kind <> 'daily_digest') not valid`)
  t.clock.now = new Date('2026-03-06T07:00:00Z')
  await expect(t.app.doChores()).rejects.toThrow('Not every chore could be done.')
  expect([await subjectsTo(ada), await waiting()]).toEqual([[], 53])
  await change('alter table emails drop constraint no_digests')
  await t.app.doChores()
  const [mail] = await mailsTo(ada)
  expect([mail?.subject, mail?.text.includes('and 3 more in the portal'), await waiting()]).toEqual([
    '53 messages: No 1 came; No 2 came; No 3 came; No 4 came; No 5 came; No 6 came; No 7 came; No 8 came, …',
    true,
    0,
  ])
})

test('one click in a mail program ends the mails of that kind alone, without a log-in; looking at the link ends nothing', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await tellOf(ada, 'review', 'First')
  const link = await linkFor(ada)
  const look = await t.call(openUnsubscribe, { params: { link } })
  expect([look.status, look.headers['location']]).toEqual([
    303,
    `https://portal.example/unsubscribe?token=${link}`,
  ])
  expect(await chosen(ada)).toEqual({ submission: 'now', review: 'now', notice: 'now' })
  expect((await asForm(link)).statusCode).toBe(200)
  expect(await chosen(ada)).toEqual({ submission: 'now', review: 'portal', notice: 'now' })
  await tellOf(ada, 'review', 'Second')
  await tellOf(ada, 'submission', 'Third')
  expect(await subjectsTo(ada)).toEqual(['Mail: First', 'Mail: Third'])
  expect(await noticesOf(ada)).toEqual(['Third came', 'Second came', 'First came'])
  const part = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await asForm(await linkFor(ada), 'multipart/form-data; boundary=b', part)).statusCode).toBe(200)
  expect(await chosen(ada)).toEqual({ submission: 'portal', review: 'portal', notice: 'now' })
})

test('a link says at once whether it is good, and that changes nothing; of no account it says who has one', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await tellOf(ada, 'review', 'First')
  const link = await linkFor(ada)
  const standing = async (given: string) => {
    const { good, stopped, back } = (await t.call(readUnsubscribe, { params: { link: given } })).body
    return [good && 'good', stopped && 'stopped', back && 'back'].filter(Boolean).join(' ')
  }
  const invented = link.replace(/^review\.[^.]+/, `review.${crypto.randomUUID()}`)
  expect([await standing(link), await standing(`${link}x`), await standing(invented)]).toEqual([
    'good',
    '',
    '',
  ])
  expect(await chosen(ada)).toEqual({ submission: 'now', review: 'now', notice: 'now' })
  const post = async (body = {}) => (await t.call(unsubscribe, { params: { link }, body })).body.message
  expect([await post(), await standing(link), await post()]).toEqual([
    'These mails are stopped. What they say still stands in the portal, under Notifications.',
    'good stopped back',
    'These mails were stopped before. What they say stands in the portal, under Notifications.',
  ])
  expect([await post({ back: true }), await standing(link), await post({ back: true })]).toEqual([
    'These mails come again as before.',
    'good',
    'These mails come already.',
  ])
  await choose(ada, { review: 'portal' })
  expect([await standing(link), await post({ back: true }), await standing(link)]).toEqual([
    'good stopped',
    'These mails were stopped before. What they say stands in the portal, under Notifications.',
    'good stopped',
  ])
  await t.call(deleteAccount, { as: ada.token, body: { password: ada.password } })
  expect(await standing(link)).toBe('')
})

test('the link takes back what it ended, once, and not what was chosen since', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await choose(ada, { review: 'digest' })
  await tellOf(ada, 'notice', 'Now')
  const notice = await linkFor(ada)
  const post = (link: string, body = {}) => t.call(unsubscribe, { params: { link }, body })
  await post(notice)
  await post(notice)
  expect(await chosen(ada)).toEqual({ submission: 'now', review: 'digest', notice: 'portal' })
  await post(notice, { back: true })
  await post(notice, { back: true })
  expect(await chosen(ada)).toEqual({ submission: 'now', review: 'digest', notice: 'now' })
  await post(notice)
  await choose(ada, { notice: 'portal' })
  await post(notice, { back: true })
  expect((await chosen(ada)).notice).toBe('portal')

  await tellOf(ada, 'review', 'Gathered')
  t.clock.advance(24 * 3600 * 1000)
  await t.app.doChores()
  const daily = await linkFor(ada)
  expect(daily).toMatch(/^digest\./)
  await tellOf(ada, 'review', 'Gathered since')
  await post(daily)
  expect([await stored(ada), await waiting()]).toEqual([
    { submission: 'now', review: 'portal', notice: 'portal' },
    0,
  ])
  await post(daily, { back: true })
  expect(await stored(ada)).toEqual({ submission: 'now', review: 'digest', notice: 'portal' })
})

test('a forged link and one of an account that is gone are refused in the same words', async () => {
  const [ada, otto] = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'author' })]
  await tellOf(ada, 'notice', 'Ada')
  const link = await linkFor(ada)
  const [scope, , proof] = link.split('.')
  await choose(ada, { submission: 'digest' })
  await t.call(deleteAccount, { as: ada.token, body: { password: ada.password } })
  const answers = []
  for (const given of [
    link,
    `${scope}.${otto.id}.${proof}`,
    `${scope}.${otto.id}`,
    `review.${ada.id}.${proof}`,
    `${link}x`,
    'x',
    'account.x.y',
  ]) {
    const { statusCode, body } = await asForm(given)
    answers.push(`${statusCode} ${body}`)
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/^404 /)
  expect(await chosen(otto)).toEqual({ submission: 'now', review: 'now', notice: 'now' })
  const left = await t.database.db.select().from(mailPreferences)
  expect(left.filter(({ userId }) => userId === ada.id)).toEqual([])
})

test('the mail desk does not show the link', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  await tellOf(admin, 'notice', 'Read')
  const [mail] = await mailsTo(admin)
  const { body } = await t.call(readEmail, { as: admin.token, params: { emailId: mail?.id ?? '' } })
  expect(JSON.stringify(body)).toContain('/unsubscribe?token=•••••')
  expect(JSON.stringify(body)).not.toContain(admin.id)
})
