import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionEvents } from '#server/db/schema.ts'
import { listActivity } from '#shared/activity/contract.ts'
import type { Audience } from '#shared/mail/audience.ts'
import * as contract from '#shared/mail/desk-contract.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { declineAbstract } from '#shared/submissions/desk-contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let clara: MadePerson
let ada: MadePerson
let rita: MadePerson
let as: string
beforeAll(async () => {
  t = await openTestPortal({ breaksRules: true })
  clara = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
  ada = await makePerson(t, { role: 'author', name: '<b>Ada</b> Au' })
  rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
  as = clara.token
})
afterAll(() => t.close())

const params = { key: 'abstract_decline' }
const readText = async () => (await t.call(contract.readEmailTemplate, { as, params })).body
type Text = Awaited<ReturnType<typeof readText>>['text']
const save = (text: Text, revision: number) =>
  t.call(contract.saveEmailTemplate, { as, params, body: { ...text, revision } })
const cast = () => ({ author: ada, reviewer: rita, admin: clara })
const submitted = () => submissionAt(t, 'abstract_submitted', cast())
/** The mail of a rejected abstract. */
async function rejectionMail(reason: string) {
  const { abstractId } = await submitted()
  const body = { confirmText: 'DECLINE', reason } as const
  await t.call(declineAbstract, { as, params: { abstractId }, body })
  return { abstractId, mail: (await t.mails()).findLast(({ kind }) => kind === params.key) }
}

test('an edited text is what is sent from then on, with people’s words escaped; reset, it is the portal’s again', async () => {
  const { own, revision } = await readText()
  const text = {
    subject: '{abstractId}: about your abstract',
    body: 'Hello {name},\n\nwe said: {comments}\n\n<i>Kind regards</i>',
    button: 'Read it',
  }
  expect((await save(text, revision)).body.revision).toBe(1)
  const { abstractId, mail } = await rejectionMail('Too {name} short <script>')
  expect(mail?.subject).toBe(`${abstractId}: about your abstract`)
  expect(mail?.text).toMatch(/^Hello <b>Ada<\/b> Au,\n\nwe said: Too \{name\} short <script>\n\n<i>Kind/)
  expect(mail?.html).toContain('we said: Too {name} short &lt;script&gt;')
  expect(mail?.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; Au,')
  expect(mail?.html).toContain('&lt;i&gt;Kind regards&lt;/i&gt;')
  const after = await readText()
  expect([after.edited, after.text, after.own, after.changedBy]).toEqual([true, text, own, 'Clara Chair'])
  const listed = (await t.call(contract.listEmailTemplates, { as })).body.items
  expect(listed.filter(({ edited }) => edited).map(({ key }) => key)).toEqual([params.key])

  await t.call(contract.resetEmailTemplate, { as, params, body: { revision: 1 } })
  expect((await rejectionMail('Too short')).mail?.subject).toContain('your abstract was not accepted')
  const noted = (await t.call(listActivity, { as, query: { status: 'mail_text' } })).body.items
  expect(noted.map(({ actor, action }) => [actor?.name, action])).toEqual([
    ['Clara Chair', 'changed'],
    ['Clara Chair', 'created'],
  ])
})

test('a tab that did not see a change cannot overwrite it, also after a reset', async () => {
  const { text, revision } = await readText()
  expect((await save({ ...text, subject: 'One' }, revision)).status).toBe(200)
  const stale = await save({ ...text, subject: 'Two' }, revision)
  expect([stale.status, stale.refusal.error]).toEqual([409, 'stale'])
  expect(stale.refusal.details).toMatchObject({ subject: 'One', revision: revision + 1 })
  const resetWith = (seen: number) =>
    t.call(contract.resetEmailTemplate, { as, params, body: { revision: seen } })
  expect([(await resetWith(revision)).status, (await resetWith(revision + 1)).status]).toEqual([409, 200])
  expect((await save({ ...text, subject: 'Three' }, revision + 1)).status).toBe(409)
  expect((await readText()).edited).toBe(false)
})

test('unknown, missing and misplaced placeholders are named, and nothing is saved', async () => {
  const { revision } = await readText()
  const answer = await save({ subject: '{comments}', body: 'Dear {nam},', button: 'Go' }, revision)
  expect([answer.status, answer.refusal.details]).toEqual([
    422,
    [
      { field: 'subject', message: '{comments} can stand in the text only.' },
      { field: 'body', message: '{nam} is no placeholder of this message.' },
      { field: 'body', message: '{comments} is missing: the organisers’ comments.' },
    ],
  ])
  expect((await readText()).revision).toBe(revision)
  expect((await t.call(contract.readEmailTemplate, { as, params: { key: 'nothing' } })).status).toBe(404)
})

test('a preview shows a real submission’s facts and sends nothing; a test goes to oneself alone', async () => {
  const { abstractId } = await rejectionMail('For this reason')
  const { text } = await readText()
  const before = (await t.mails()).length
  const seen = await t.call(contract.previewEmailTemplate, { as, params, body: { ...text, abstractId } })
  expect(seen.body.subject).toBe(`${abstractId}: your abstract was not accepted`)
  expect(seen.body.text).toContain('Dear <b>Ada</b> Au,')
  expect(seen.body.text).toContain('From the organisers: For this reason')
  // A decision's mails nobody can turn off; the others end as the real ones do, with whoever's link hidden.
  expect(seen.body.text).not.toContain('Fewer mails like this one')
  const key = 'paper_received'
  const own = (await t.call(contract.readEmailTemplate, { as, params: { key } })).body.text
  const received = await t.call(contract.previewEmailTemplate, { as, params: { key }, body: own })
  expect(received.body.text).toMatch(
    /\n\nFewer mails like this one:\nhttps:\/\/portal\.example\/unsubscribe\?token=•••••$/,
  )
  const sample = await t.call(contract.previewEmailTemplate, { as, params, body: text })
  expect(sample.body.text).toContain('Dear Ada Author,')
  expect((await t.mails()).length).toBe(before)
  const unknown = { ...text, abstractId: 'A26-9999' }
  expect((await t.call(contract.previewEmailTemplate, { as, params, body: unknown })).status).toBe(404)

  await t.call(contract.testEmailTemplate, { as, params, body: { ...text, abstractId } })
  const sent = (await t.mails()).slice(before)
  expect(sent.map(({ toAddress, subject, state }) => [toAddress, subject, state])).toEqual([
    [clara.email, `Test: ${abstractId}: your abstract was not accepted`, 'queued'],
  ])
})

test('a preview says the submission’s own deadline and fee, leads to it, and takes either id in either case', async () => {
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, paper: '2026-09-01T12:00:00Z' }
  const changed = { ...settings, deadlines, feeAmount: '320.00', feeCurrency: 'EUR', timeZone: 'UTC' }
  await t.call(saveSettings, { as, body: { settings: changed, revision } })
  const { abstractId } = await submitted()
  const { paperId } = await submissionAt(t, 'paper_submitted', cast())
  const seen = async (key: string, id: string) => {
    const template = (await t.call(contract.readEmailTemplate, { as, params: { key } })).body
    const body = { ...template.text, abstractId: id }
    return (await t.call(contract.previewEmailTemplate, { as, params: { key }, body })).body
  }
  const accepted = await seen('abstract_approve', abstractId.toLowerCase())
  expect(accepted.subject).toBe(`${abstractId}: accepted – upload your full paper by 1 September`)
  expect(accepted.text).toContain('Please upload it by 1 September 2026 at 12:00')
  expect(accepted.text).toContain(`/author?view=details&abstractId=${abstractId}`)
  const paid = await seen('paper_approve', paperId.toLowerCase())
  expect(paid.subject).toBe(`${paperId}: accepted – pay the registration fee`)
  expect(paid.text).toContain('Amount: 320.00 EUR')
  await t.call(saveSettings, { as, body: { settings, revision: revision + 1 } })
})

test('what is made up for a preview agrees with itself', async () => {
  const sampleOf = async (key: string) => {
    const { text } = (await t.call(contract.readEmailTemplate, { as, params: { key } })).body
    return (await t.call(contract.previewEmailTemplate, { as, params: { key }, body: text })).body
  }
  const received = await sampleOf('abstract_received')
  expect([received.subject, /Your abstract \S+/.exec(received.text)?.[0]]).toEqual([
    'A26-0007: we have received your abstract',
    'Your abstract A26-0007',
  ])
  for (const { key } of (await t.call(contract.listEmailTemplates, { as })).body.items) {
    const { subject, text } = await sampleOf(key)
    expect([key, subject.startsWith('A26-') && text.includes('P26-')]).toEqual([key, false])
  }
  const together = (await sampleOf('assigned_together')).text
  expect([/Please review them by/.test(together), /due at different times/.test(together)]).toEqual([
    true,
    false,
  ])
})

const words = { subject: 'Rooms\r\nBcc: eve@x.example', body: 'We meet at <b>noon</b>.\n\nBring {name}.' }
const previewOf = async (audience: Audience) =>
  (await t.call(contract.previewMessage, { as, body: { ...words, audience } })).body
const namesIn = async (audience: Audience) =>
  (await previewOf(audience)).people.map(({ name }) => name).sort()

test('groups are those the organiser means: by role, by where a submission stands, by open reviews', async () => {
  const leo = await makePerson(t, { role: 'reviewer', name: 'Leo Idle' })
  const gone = await makePerson(t, { role: 'author', name: 'Gus Gone' })
  await makePerson(t, { role: 'author', name: 'Uma Unverified', unverified: true })
  await t.call(changeUser, { as, params: { userId: gone.id }, body: { disabled: true } })
  await submissionAt(t, 'paper_submitted', cast())
  expect(await namesIn({ who: 'organisers' })).toEqual(['Clara Chair'])
  expect(await namesIn({ who: 'authors', stage: 'any' })).toEqual(['<b>Ada</b> Au'])
  expect(await namesIn({ who: 'authors', stage: 'paper_submitted' })).toEqual(['<b>Ada</b> Au'])
  expect(await namesIn({ who: 'authors', stage: 'complete' })).toEqual([])
  expect(await namesIn({ who: 'reviewers', reviews: 'open' })).toEqual(['Rita Reader'])
  expect(await namesIn({ who: 'reviewers', reviews: 'none_open' })).toEqual([leo.name])
  expect(await namesIn({ who: 'everybody' })).toEqual([
    '<b>Ada</b> Au',
    'Clara Chair',
    'Leo Idle',
    'Rita Reader',
  ])
})

test('a subject of which nothing is seen is refused as empty, in a text and in a message to a group', async () => {
  const { text, revision } = await readText()
  const audience = { who: 'reviewers', reviews: 'any' } as const
  for (const subject of ['\u0001\u0002', '\u202e\u202c']) {
    const answers = [
      await save({ ...text, subject }, revision),
      await t.call(contract.sendMessage, {
        as,
        body: { subject, body: 'Hello', audience, count: 2, stamp: '' },
      }),
    ]
    expect(answers.map(({ status, refusal }) => [status, refusal.details])).toEqual(
      answers.map(() => [422, [{ field: 'subject', message: 'Write a subject.' }]]),
    )
  }
  expect((await readText()).text).toEqual(text)
})

test('a message to a group is sent once to each, as a mail and a notification, and is on record', async () => {
  const audience = { who: 'reviewers', reviews: 'any' } as const
  const seen = await previewOf(audience)
  expect([seen.count, seen.subject]).toEqual([2, 'Rooms Bcc: eve@x.example'])
  const before = (await t.mails()).length
  const { count: seenCount, stamp } = seen
  const send = (of: { count: number; stamp: string }) =>
    t.call(contract.sendMessage, { as, body: { ...words, audience, ...of } })
  // As many people, but others.
  const other = await previewOf({ who: 'organisers' })
  const changed = await send({ count: seenCount, stamp: other.stamp })
  expect([changed.status, changed.refusal.details]).toEqual([409, { count: 2, stamp }])
  expect(changed.refusal.message).toBe('The group has other people now. Look at it again before sending.')
  expect((await send({ count: seenCount, stamp })).body).toEqual({
    message:
      'The message to 2 people was written: 2 by mail at once. Mails are kept in the portal: no mail server is set up.',
    sent: 2,
    reach: { now: 2, digest: 0, portal: 0, unconfirmed: 0, disabled: 0 },
  })
  const mails = (await t.mails()).slice(before)
  expect(mails.map(({ subject, state }) => [subject, state])).toEqual([
    ['Rooms Bcc: eve@x.example', 'queued'],
    ['Rooms Bcc: eve@x.example', 'queued'],
  ])
  const mail = mails.find(({ toAddress }) => toAddress === rita.email)
  expect(mail?.text).toMatch(/^Dear Rita Reader,\n\nWe meet at <b>noon<\/b>\.\n\nBring Rita Reader\./)
  expect([mail?.html, seen.html].map((html) => /<b>|&lt;b&gt;/.exec(html ?? '')?.[0])).toEqual([
    '&lt;b&gt;',
    '&lt;b&gt;',
  ])
  const notice = (await t.call(listNotices, { as: rita.token })).body.items[0]
  expect(notice?.body).toBe('We meet at <b>noon</b>.\n\nBring Rita Reader.')
  const past = (await t.call(contract.listMessages, { as })).body.items
  expect(
    past.map(({ subject, recipients, sentBy, audience: to }) => [subject, recipients, sentBy, to]),
  ).toEqual([['Rooms Bcc: eve@x.example', 2, 'Clara Chair', audience]])
  const noted = (await t.call(listActivity, { as, query: { status: 'mailing' } })).body.items[0]
  expect(noted?.changes.find(({ field }) => field === 'recipients')?.after).toBe(2)
  await t.call(contract.testMessage, { as, body: words })
  const test = (await t.mails()).at(-1)
  expect([test?.toAddress, /Bring .*/.exec(test?.text ?? '')?.[0]]).toEqual([
    clara.email,
    'Bring Clara Chair.',
  ])
  const typo = { subject: '{nam}', body: 'Dear {name' }
  const count = (await t.mails()).length
  for (const answer of [
    await t.call(contract.previewMessage, { as, body: { ...typo, audience } }),
    await t.call(contract.testMessage, { as, body: typo }),
    await t.call(contract.sendMessage, { as, body: { ...typo, audience, count: 2, stamp } }),
  ])
    expect([answer.status, answer.refusal.details]).toEqual([
      422,
      [
        { field: 'subject', message: '{nam} is no placeholder of this message.' },
        { field: 'body', message: '{name is not closed: a placeholder ends with }.' },
      ],
    ])
  expect((await t.mails()).length).toBe(count)
})

test('who has reported a payment can be left out; only of those that await payment', async () => {
  const [told, silent, partly] = [
    await makePerson(t, { role: 'author', name: 'Tom Told' }),
    await makePerson(t, { role: 'author', name: 'Sue Silent' }),
    await makePerson(t, { role: 'author', name: 'Pia Partly' }),
  ]
  const made = await submissionAt(t, 'awaiting_payment', { ...cast(), author: told })
  const part = await submissionAt(t, 'awaiting_payment', { ...cast(), author: partly })
  await submissionAt(t, 'awaiting_payment', { ...cast(), author: silent })
  await t.call(reportPayment, { as: told.token, params: made, body: {} })
  await t.call(reportPayment, { as: partly.token, params: part, body: {} })
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, { as, body: { settings: { ...settings, feeAmount: '250' }, revision } })
  await t.call(verifyPayment, { as, params: part, body: { amount: '100', as: 'part' } })
  await t.call(saveSettings, { as, body: { settings, revision: revision + 1 } })
  const group = { who: 'authors', stage: 'awaiting_payment' } as const
  expect(await namesIn(group)).toEqual(['Pia Partly', 'Sue Silent', 'Tom Told'])
  expect(await namesIn({ ...group, payment: 'not_reported' })).toEqual(['Pia Partly', 'Sue Silent'])
  const refused = await t.call(contract.previewMessage, {
    as,
    body: { ...words, audience: { who: 'authors', stage: 'complete', payment: 'not_reported' } },
  })
  expect(refused.status).toBe(422)
})

test('a preview shows what was said with the decision that the text tells of', async () => {
  const { abstractId, paperId } = await submissionAt(t, 'awaiting_payment', cast())
  const said = (kind: 'abstract_change_requested' | 'paper_reopened', note: string, at: string) =>
    t.database.db.insert(submissionEvents).values({
      ...{ id: crypto.randomUUID(), submissionId: abstractId, toStage: 'awaiting_payment', kind, note },
      ...{ round: 1, actorRole: 'admin', at: new Date(at) },
    })
  await said('abstract_change_requested', 'Shorten the title.', '2026-01-01T10:00:00Z')
  await said('paper_reopened', 'A review came late.', '2026-01-02T10:00:00Z')
  const seen = async (key: string) => {
    const { text } = (await t.call(contract.readEmailTemplate, { as, params: { key } })).body
    const body = { ...text, abstractId: paperId }
    return (await t.call(contract.previewEmailTemplate, { as, params: { key }, body })).body.text
  }
  expect(await seen('abstract_request_change')).toContain('From the organisers: Shorten the title.')
  expect(await seen('paper_reopened')).toContain('Reason: A review came late.')
  // The paper was never declined: what was said with other decisions is not said with this one.
  expect(await seen('paper_decline')).toContain('Comments: Please add the measurements.')
})

test('the same message to the same group within a day asks first', async () => {
  const audience = { who: 'organisers' } as const
  const typed = { subject: 'The dinner', body: 'At eight.' }
  let now = ''
  const at = async (moment: string) => {
    t.clock.now = new Date(moment)
    now = await logIn(t, clara.email, clara.password)
  }
  await at('2026-05-04T10:42:00Z')
  const body = { ...typed, audience }
  const { count, stamp } = (await t.call(contract.previewMessage, { as: now, body })).body
  const send = (given: object = {}) =>
    t.call(contract.sendMessage, { as: now, body: { ...body, count, stamp, ...given } })
  expect((await send()).status).toBe(200)
  const before = (await t.mails()).length
  await at('2026-05-04T11:00:00Z')
  const asked = await send()
  expect([asked.status, asked.refusal.error, asked.refusal.message]).toEqual([
    409,
    'already_exists',
    'You sent this to 1 person at 10:42. Send it again?',
  ])
  expect((await send({ audience: { who: 'reviewers', reviews: 'any' } })).refusal.error).toBe('stale')
  expect((await t.mails()).length).toBe(before)
  expect((await send({ body: 'At nine.' })).status).toBe(200)
  expect((await send({ again: true })).status).toBe(200)
  await at('2026-05-05T10:59:00Z')
  expect((await send()).refusal.message).toBe('You sent this to 1 person yesterday at 11:00. Send it again?')
  await at('2026-05-05T11:00:00Z')
  expect((await send()).status).toBe(200)
})
