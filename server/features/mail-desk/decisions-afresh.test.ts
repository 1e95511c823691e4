import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#shared/mail/contract.ts'
import { saveEmailTemplate } from '#shared/mail/desk-contract.ts'
import { keptHere } from '#shared/mail/kept-here.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let clara: MadePerson
let author: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  clara = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
  author = await makePerson(t, { role: 'author' })
})
afterAll(() => t.close())

const as = () => ({ as: clara.token })
async function set(change: Partial<Settings>) {
  const { settings, revision } = (await t.call(readSettings, as())).body
  const saved = await t.call(saveSettings, {
    ...as(),
    body: { settings: { ...settings, ...change }, revision },
  })
  expect(saved.status).toBe(200)
}
async function paperDue(day: string) {
  const { settings } = (await t.call(readSettings, as())).body
  await set({
    holdDecisionMails: true,
    timeZone: 'UTC',
    deadlines: { ...settings.deadlines, paper: `${day}T12:00:00.000Z` },
  })
}
const read = async (emailId: string) =>
  (await t.call(contract.readEmail, { ...as(), params: { emailId } })).body
const stored = async (emailId: string) => (await t.mails()).find(({ id }) => id === emailId)

/** An abstract that was accepted with a comment, and the mail of it that waits. */
async function accepted(comments = 'Well done.') {
  const cast = { author, reviewer: author, admin: clara }
  const made = await submissionAt(t, 'abstract_submitted', cast)
  const done = await t.call(approveAbstract, { ...as(), params: made, body: { comments } })
  expect(done.status).toBe(200)
  const mail = (await t.mails()).find(({ decides, state }) => decides === made.abstractId && state === 'held')
  if (mail === undefined) throw new Error('no mail waits')
  return { ...made, emailId: mail.id }
}

test('a held mail that nobody edited is written anew from what holds when it is let go', async () => {
  await paperDue('2026-05-03')
  const { emailId, abstractId } = await accepted()
  expect((await stored(emailId))?.text).toContain('Please upload it by 3 May 2026 at 12:00 (UTC)')
  await paperDue('2026-06-10')
  await t.database.db.execute(sql`update submissions set title = 'Bridges anew' where id = ${abstractId}`)
  const shown = await read(emailId)
  expect([shown.subject, shown.holdsNoLonger]).toEqual([
    `${abstractId}: accepted – upload your full paper by 10 June`,
    [],
  ])
  const released = await t.call(contract.releaseEmails, { ...as(), body: { ids: [emailId] } })
  expect(released.body).toEqual({ message: `1 mail is not sent. ${keptHere}`, done: 1, left: 0, leftOut: [] })
  await t.drain()
  const sent = await stored(emailId)
  expect(sent?.text).not.toContain('May')
  expect(sent?.text).toContain('Please upload it by 10 June 2026 at 12:00 (UTC)')
  expect(sent?.text).toContain('“Bridges anew”')
  expect(sent?.text).toContain('From the organisers: Well done.')
  expect([sent?.subject, sent?.html, sent?.body, sent?.told, sent?.state]).toEqual([
    shown.subject,
    shown.html,
    shown.body,
    null,
    'kept',
  ])
})

test('the comment of the very decision stands in it, none where none was written, and the text in force', async () => {
  await paperDue('2026-05-03')
  const { emailId, ...made } = await accepted('')
  const body = {
    subject: '{abstractId} {what}',
    body: 'New words. {comments}\n\n{due}',
    button: 'Go',
    revision: 0,
  }
  const save = await t.call(saveEmailTemplate, {
    ...as(),
    params: { key: 'abstract_approve' },
    body: { ...body, body: 'New words.\n\n{comments}\n\nBy {due}.' },
  })
  expect(save.status).toBe(200)
  await t.call(contract.releaseEmails, { ...as(), body: { ids: [emailId] } })
  expect((await stored(emailId))?.body).toBe('New words.\n\nBy 3 May 2026 at 12:00 (UTC).')
  expect((await stored(emailId))?.subject).toBe(`${made.abstractId} upload your full paper by 3 May`)
  await t.database.db.execute(sql`delete from email_templates`)
})

test('an edited one is never changed: the desk is told which date holds no longer, and lets it go knowingly', async () => {
  await paperDue('2026-05-03')
  const edited = await accepted()
  const other = await accepted()
  const params = { emailId: edited.emailId }
  const before = await read(edited.emailId)
  const words = { subject: before.subject, body: 'Dear Ada,\n\nplease be done by 3 May.', revision: 0 }
  await t.call(contract.editEmail, { ...as(), params, body: words })
  expect((await read(edited.emailId)).holdsNoLonger).toEqual([])
  await paperDue('2026-05-13')
  const why = 'It says “3 May”: that is the due date no longer. Now it is “13 May 2026 at 12:00 (UTC)”.'
  const shown = await read(edited.emailId)
  expect([shown.subject, shown.body, shown.holdsNoLonger]).toEqual([before.subject, words.body, [why]])
  const ids = [edited.emailId, other.emailId]
  const released = await t.call(contract.releaseEmails, { ...as(), body: { ids } })
  const reason = `${why} Change it, or send it as it is from its page.`
  expect(released.body).toEqual({
    message: `1 mail is not sent. ${keptHere} Not sent to ${author.email}: ${reason}`,
    done: 1,
    left: 0,
    leftOut: [{ id: edited.emailId, toAddress: author.email, subject: before.subject, reason }],
  })
  expect([(await stored(edited.emailId))?.state, (await stored(other.emailId))?.state]).toEqual([
    'held',
    'queued',
  ])

  // Written from what was shown after the change, and another change: what it says is known too.
  const again = { subject: 'Accepted', body: 'Please upload it by 13 May 2026 at 12:00 (UTC).', revision: 1 }
  await t.call(contract.editEmail, { ...as(), params, body: again })
  expect((await read(edited.emailId)).holdsNoLonger).toEqual([])
  await set({ deadlines: { abstract: null, paper: null, resubmission: null, review: null } })
  expect((await read(edited.emailId)).holdsNoLonger).toEqual([
    'It says “13 May 2026 at 12:00 (UTC)”: that is the due date no longer. There is none now.',
  ])
  const anyway = await t.call(contract.releaseEmails, {
    ...as(),
    body: { matching: { status: 'held' }, anyway: true },
  })
  expect(anyway.body).toMatchObject({ done: 1, left: 0, leftOut: [] })
  expect((await stored(edited.emailId))?.body).toBe(again.body)
})

test('a new fee and another payment page are the ones that an acceptance tells', async () => {
  await set({
    holdDecisionMails: true,
    feeAmount: '200.00',
    feeCurrency: 'EUR',
    paymentUrl: 'https://pay.example/old',
  })
  const cast = { author, reviewer: await makePerson(t, { role: 'reviewer' }), admin: clara }
  const made = await submissionAt(t, 'awaiting_payment', cast)
  const mail = (await t.mails()).find(
    ({ decides, kind }) => decides === made.abstractId && kind === 'paper_approve',
  )
  const id = mail?.id ?? ''
  expect(mail?.body).toContain('Amount: 200.00 EUR')
  await set({ feeAmount: '250.00', paymentUrl: 'https://pay.example/new' })
  const shown = await read(id)
  expect([shown.body.includes('Amount: 250.00 EUR'), shown.body.includes('https://pay.example/new')]).toEqual(
    [true, true],
  )
  const body = { subject: 'Accepted', body: 'Pay 200.00 EUR.', revision: 0 }
  await t.call(contract.editEmail, { ...as(), params: { emailId: id }, body })
  expect((await read(id)).holdsNoLonger).toEqual([
    'It says “200.00 EUR”: that is the fee no longer. Now it is “250.00 EUR”.',
  ])
})
