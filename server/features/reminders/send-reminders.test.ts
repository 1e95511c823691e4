import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadlineExtensions, notices, reminders, users } from '#server/db/schema.ts'
import { changeDue } from '#server/features/reviewing/change-due.ts'
import { remindReviewers } from '#server/features/reviewing/remind.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { releaseEmails } from '#shared/mail/contract.ts'
import { reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { deleteAbstract, submitPaper, withdrawAbstract } from '#shared/submissions/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { reminderMessages } from './messages.ts'

/** A whole season of reminders (decisions.md §10): every morning is lived through, and every mail compared. */

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
})
afterAll(() => t.close())

const tokenOf = (person: MadePerson) => logIn(t, person.email, person.password)

async function setSettings(change: object) {
  const as = await tokenOf(admin)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const answer = await t.call(saveSettings, { as, body: { settings: { ...settings, ...change }, revision } })
  expect(answer.status).toBe(200)
}

/** Lives from one day to another, with the chores of each morning; `events` happen on their day, before the morning. */
async function live(from: string, to: string, events: Record<string, () => Promise<unknown>>) {
  for (let day = new Date(`${from}T00:00:00Z`); ; day = new Date(day.getTime() + 86_400_000)) {
    const name = day.toISOString().slice(0, 10)
    t.clock.now = new Date(`${name}T02:00:00Z`)
    await events[name]?.()
    t.clock.now = new Date(`${name}T06:30:00Z`)
    await t.app.doChores()
    expect(await t.app.doChores()).toEqual([])
    if (name === to) return
  }
}

const kinds = new Set(reminderMessages.map(({ key }) => key))
/** Every reminder as it was mailed: its day, to whom, and its subject. */
async function sent(): Promise<string[]> {
  const mails = (await t.mails()).filter(({ kind }) => kinds.has(kind))
  return mails
    .map(({ createdAt, toName, subject }) => `${createdAt.toISOString().slice(5, 10)} ${toName}: ${subject}`)
    .sort((a, b) => a.localeCompare(b))
}

test('a season: each reminder once, on its day, to who can still do something', async () => {
  t.clock.now = new Date('2026-03-02T02:00:00Z')
  await setSettings({
    timeZone: 'Europe/Zurich',
    graceMinutes: 2 * 24 * 60,
    deadlines: {
      abstract: '2026-03-20T23:59:00+01:00',
      paper: '2026-04-10T23:59:00+02:00',
      resubmission: '2026-04-15T23:59:00+02:00',
      review: '2026-05-10T23:59:00+02:00',
    },
  })
  const rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reviewer' })
  const ex = await makePerson(t, { role: 'reviewer', name: 'Ex Reviewer' })
  await makePerson(t, { role: 'author', name: 'Una Unverified', unverified: true })
  await makePerson(t, { role: 'author', name: 'Ida Idle' })
  await makePerson(t, { role: 'author', isStaff: true, name: 'Stan Staff' })
  const made = async (name: string, stage: Stage, reviewer = rita) => {
    const author = await makePerson(t, { role: 'author', name })
    return { author, ...(await submissionAt(t, stage, { author, admin, reviewer })) }
  }
  const pat = await made('Pat Prompt', 'awaiting_paper')
  const slow = await made('Sid Slow', 'awaiting_paper')
  const rex = await made('Rex Reviser', 'abstract_awaiting_resubmission')
  const gone = await made('Gil Gone', 'abstract_awaiting_resubmission')
  const disabled = await made('Dan Disabled', 'awaiting_paper')
  const sue = await made('Sue Submitted', 'paper_submitted')
  const tom = await made('Tom Submitted', 'paper_submitted')
  const mia = await makePerson(t, { role: 'reviewer', name: 'Mia Missing' })
  const val = await made('Val Vain', 'paper_submitted', mia)
  await made('Lou Lost', 'paper_submitted', ex)
  const pay = await made('Pia Payer', 'awaiting_payment')
  await made('Abe Accepted', 'abstract_submitted')
  const { db } = t.database
  await db.update(users).set({ disabledAt: t.clock.now }).where(eq(users.id, disabled.author.id))
  // No reviewer any more: never reminded of the review, but an author with nothing submitted.
  await db.update(users).set({ role: 'author' }).where(eq(users.id, ex.id))
  await db.insert(deadlineExtensions).values({
    userId: slow.author.id,
    deadline: 'paper',
    until: new Date('2026-04-20T21:59:00Z'),
    grantedAt: t.clock.now,
  })
  await t.transact((ctx) => changeDue(ctx, tom.paperId, rita.id, '2026-04-20T23:59:00+02:00'))

  const { author } = pat
  const file = await makePdf()
  await live('2026-03-02', '2026-05-31', {
    '2026-03-05': async () => {
      const as = await tokenOf(pay.author)
      const answer = await t.call(reportPayment, { as, params: { paperId: pay.paperId }, body: {} })
      expect(answer.status).toBe(200)
    },
    '2026-03-20': async () => {
      const as = await tokenOf(admin)
      const answer = await t.call(verifyPayment, {
        as,
        params: { paperId: pay.paperId },
        body: { reference: 'B1' },
      })
      expect(answer.status).toBe(200)
    },
    '2026-04-04': async () => {
      const params = { abstractId: pat.abstractId }
      const answer = await t.upload(submitPaper, { as: await tokenOf(author), params, file })
      expect(answer.status).toBe(200)
    },
    '2026-04-09': async () => {
      const params = { abstractId: gone.abstractId }
      const body = { reason: 'no time' }
      expect((await t.call(withdrawAbstract, { as: await tokenOf(gone.author), params, body })).status).toBe(
        200,
      )
    },
    '2026-05-05': async () => {
      const params = { paperId: sue.paperId }
      const body = { score: 90, comments: 'Good.' }
      const answer = await t.call(approvePaper, { as: await tokenOf(rita), params, body })
      expect(answer.status).toBe(200)
    },
  })

  const abstract = (day: string, name: string, when: string) =>
    `${day} ${name}: Upload your abstract by 20 March – ${when}`
  const paper = (day: string, who: typeof pat, due: string, when: string) =>
    `${day} ${who.author.name}: ${who.abstractId}: upload your paper by ${due} – ${when}`
  const revised = (day: string, who: typeof pat, when: string) =>
    `${day} ${who.author.name}: ${who.abstractId}: upload your revised file by 15 April – ${when}`
  expect(await sent()).toEqual([
    `03-11 Clara Chair: ${pay.paperId}: payment reported over three business days ago`,
    `03-11 Stan Staff: ${pay.paperId}: payment reported over three business days ago`,
    abstract('03-13', 'Ex Reviewer', 'in 7 days'),
    abstract('03-13', 'Ida Idle', 'in 7 days'),
    `03-17 Clara Chair: ${pay.paperId}: payment reported over three business days ago`,
    `03-17 Stan Staff: ${pay.paperId}: payment reported over three business days ago`,
    abstract('03-19', 'Ex Reviewer', 'tomorrow'),
    abstract('03-19', 'Ida Idle', 'tomorrow'),
    '03-21 Ex Reviewer: Upload your abstract – still possible for a short time',
    '03-21 Ida Idle: Upload your abstract – still possible for a short time',
    paper('04-03', pat, '10 April', 'in 7 days'),
    revised('04-08', gone, 'in 7 days'),
    revised('04-08', rex, 'in 7 days'),
    `04-13 Rita Reviewer: ${tom.paperId}: your review is due in 7 days`,
    paper('04-13', slow, '20 April', 'in 7 days'),
    revised('04-14', rex, 'tomorrow'),
    `04-16 Rex Reviser: ${rex.abstractId}: upload your revised file – still possible for a short time`,
    `04-18 Rita Reviewer: ${tom.paperId}: your review is due in 2 days`,
    paper('04-19', slow, '20 April', 'tomorrow'),
    `04-21 Sid Slow: ${slow.abstractId}: upload your paper – still possible for a short time`,
    `04-23 Rita Reviewer: ${tom.paperId}: your review is overdue`,
    `04-27 Rita Reviewer: ${tom.paperId}: your review is overdue`,
    `05-03 Mia Missing: ${val.paperId}: your review is due in 7 days`,
    `05-03 Rita Reviewer: ${sue.paperId}: your review is due in 7 days`,
    '05-08 Clara Chair: 2 reviews missing, due in 2 days',
    `05-08 Mia Missing: ${val.paperId}: your review is due in 2 days`,
    '05-11 Clara Chair: 2 reviews overdue: give the reviewers more time or assign others',
    `05-13 Mia Missing: ${val.paperId}: your review is missing, and its deadline has passed`,
    '05-17 Clara Chair: 2 reviews overdue: give the reviewers more time or assign others',
    `05-17 Mia Missing: ${val.paperId}: your review is missing, and its deadline has passed`,
  ])
  const told = await db.select().from(notices)
  expect(told.filter(({ kind }) => kinds.has(kind))).toHaveLength(30)
})

test('several papers of one due date come in one mail; one that organisers reminded of yesterday waits', async () => {
  t.clock.now = new Date('2026-06-01T09:00:00Z')
  await setSettings({ deadlines: { abstract: null, paper: null, resubmission: null, review: null } })
  const ron = await makePerson(t, { role: 'reviewer', name: 'Ron Reviewer' })
  const author = await makePerson(t, { role: 'author', name: 'Amy Author' })
  const papers = []
  for (let n = 0; n < 3; n += 1) {
    const { paperId } = await submissionAt(t, 'paper_submitted', { author, admin, reviewer: ron })
    await t.transact((ctx) => changeDue(ctx, paperId, ron.id, '2026-06-10T12:00:00Z'))
    papers.push(paperId)
  }
  const before = (await sent()).length
  t.clock.now = new Date('2026-06-08T06:30:00Z')
  await t.app.doChores()
  expect((await sent()).slice(before)).toEqual([
    `06-08 Ron Reviewer: ${papers[0]} and 2 more: your review is due in 2 days`,
  ])
  const [mail] = (await t.mails()).filter(({ kind }) => kind === 'review_due').slice(-1)
  expect(mail?.text).toContain(`Please review ${papers.join(', ')} by 10 June 2026 at 14:00`)
  expect(mail?.unsubscribe).not.toBeNull()

  t.clock.now = new Date('2026-06-12T18:00:00Z')
  await t.transact((ctx) => remindReviewers(ctx, [ron.id]))
  t.clock.now = new Date('2026-06-13T06:30:00Z')
  await t.app.doChores()
  expect((await sent()).slice(before + 1)).toEqual([])
  t.clock.now = new Date('2026-06-14T06:30:00Z')
  await t.app.doChores()
  expect((await sent()).slice(before + 1)).toEqual([
    `06-14 Ron Reviewer: ${papers[0]} and 2 more: your review is overdue`,
  ])
})

test('a chore that fails after the first reminder leaves neither mail nor note', async () => {
  const [mailsBefore, notesBefore] = [
    (await t.mails()).length,
    (await t.database.db.select().from(reminders)).length,
  ]
  t.clock.now = new Date('2026-06-17T06:30:00Z')
  await t.database.executeSql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
    [],
  )
  await t.database.executeSql(
    `create trigger refuse_mail before insert on emails for each row execute function refuse()`,
    [],
  )
  await expect(t.app.doChores()).rejects.toThrow('Not every chore could be done.')
  await t.database.executeSql('drop trigger refuse_mail on emails', [])
  expect((await t.database.db.select().from(reminders)).length).toBe(notesBefore)
  expect(await t.app.doChores()).toEqual(['reminders'])
  expect(groupBy((await t.mails()).slice(mailsBefore), ({ kind }) => kind).has('review_late')).toBe(true)
})

test('who was given more time today is not reminded of it tomorrow, but on the days that are still to come', async () => {
  t.clock.now = new Date('2026-07-08T09:00:00Z')
  await setSettings({
    deadlines: { abstract: null, paper: '2026-07-20T12:00:00Z', resubmission: null, review: null },
    remindAuthorsBefore: [7, 1],
  })
  const author = await makePerson(t, { role: 'author', name: 'Lou Later' })
  const paper = await submissionAt(t, 'awaiting_paper', { author, admin, reviewer: admin })
  const before = (await sent()).length
  await live('2026-07-20', '2026-07-31', {
    '2026-07-20': async () => {
      const answer = await t.call(changeUser, {
        as: await tokenOf(admin),
        params: { userId: author.id },
        // Seven days before it lies two days back.
        body: { extensions: { paper: '2026-07-25T12:00:00Z' } },
      })
      expect(answer.status).toBe(200)
    },
  })
  expect((await sent()).slice(before).filter((line) => line.includes('Lou Later'))).toEqual([
    `07-24 Lou Later: ${paper.abstractId}: upload your paper by 25 July – tomorrow`,
    `07-26 Lou Later: ${paper.abstractId}: upload your paper – still possible for a short time`,
  ])
})

test('who deleted their one abstract is reminded to upload another; who withdrew it is not', async () => {
  t.clock.now = new Date('2026-09-01T09:00:00Z')
  await setSettings({
    graceMinutes: 0,
    deadlines: { abstract: '2026-09-20T12:00:00Z', paper: null, resubmission: null, review: null },
    remindAuthorsBefore: [7, 1],
  })
  const made = async (name: string) => {
    const author = await makePerson(t, { role: 'author', name })
    return { author, ...(await submissionAt(t, 'abstract_submitted', { author, admin, reviewer: admin })) }
  }
  const [deleted, withdrawn] = [await made('Dee Deleter'), await made('Wim Withdrawer')]
  await live('2026-09-13', '2026-09-21', {
    '2026-09-13': async () => {
      const as = await tokenOf(deleted.author)
      const params = { abstractId: deleted.abstractId }
      expect((await t.call(deleteAbstract, { as, params })).status).toBe(200)
      const gone = { params: { abstractId: withdrawn.abstractId }, body: { reason: 'no time' } }
      const answer = await t.call(withdrawAbstract, { as: await tokenOf(withdrawn.author), ...gone })
      expect(answer.status).toBe(200)
    },
  })
  // On the 13th, seven days before, they had just deleted it.
  const theirs = (await sent()).filter((line) => /Dee Deleter|Wim Withdrawer/.test(line))
  expect(theirs).toEqual(['09-19 Dee Deleter: Upload your abstract by 20 September – tomorrow'])
})

test('a morning a little earlier than the last one has its reminder too', async () => {
  t.clock.now = new Date('2026-10-01T09:00:00Z')
  const deadlines = { abstract: null, paper: null, resubmission: null, review: null }
  await setSettings({ deadlines, remindReviewersBefore: [2, 1, 0] })
  const rosa = await makePerson(t, { role: 'reviewer', name: 'Rosa Reviewer' })
  const author = await makePerson(t, { role: 'author', name: 'Amy Author' })
  const { paperId } = await submissionAt(t, 'paper_submitted', { author, admin, reviewer: rosa })
  await t.transact((ctx) => changeDue(ctx, paperId, rosa.id, '2026-10-10T12:00:00Z'))
  const before = (await sent()).length
  for (const morning of ['2026-10-08T06:30:00Z', '2026-10-09T06:27:00Z', '2026-10-10T06:25:00Z']) {
    t.clock.now = new Date(morning)
    await t.app.doChores()
    await t.app.doChores()
  }
  expect((await sent()).slice(before)).toEqual([
    `10-08 Rosa Reviewer: ${paperId}: your review is due in 2 days`,
    `10-09 Rosa Reviewer: ${paperId}: your review is due tomorrow`,
    `10-10 Rosa Reviewer: ${paperId}: your review is due today`,
  ])
})

test('a payment that was reported for a paper withdrawn since is no payment to be verified', async () => {
  t.clock.now = new Date('2026-11-02T09:00:00Z')
  const author = await makePerson(t, { role: 'author', name: 'Pam Payer' })
  const cast = { author, admin, reviewer: await makePerson(t, { role: 'reviewer' }) }
  const [late, gone] = [
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
  ]
  const as = await tokenOf(author)
  for (const params of [late, gone]) await t.call(reportPayment, { as, params, body: {} })
  await t.call(withdrawAbstract, { as, params: gone, body: { reason: 'No time' } })
  const before = (await t.mails()).length
  for (const day of ['06', '07', '08', '09', '10', '11', '12']) {
    t.clock.now = new Date(`2026-11-${day}T07:30:00Z`)
    await t.app.doChores()
  }
  const told = (await t.mails()).slice(before).filter(({ kind }) => kind === 'payments_late')
  expect(told.length).toBeGreaterThan(0)
  // No mail about payments can be turned off.
  for (const { text, unsubscribe } of told)
    expect([text.includes(late.paperId), text.includes(gone.paperId), unsubscribe]).toEqual([
      true,
      false,
      null,
    ])
})

test('nobody is reminded of what a decision asks for whose mail still waits at the mail desk', async () => {
  await setSettings({ holdDecisionMails: true, remindAuthorsBefore: [3, 2, 1] })
  const held = await makePerson(t, { role: 'author', name: 'Hera Held' })
  const cast = { author: held, reviewer: admin, admin: { ...admin, token: await tokenOf(admin) } }
  await submissionAt(t, 'awaiting_paper', cast)
  const due = new Date(Math.ceil(t.clock.now.getTime() / 86_400_000) * 86_400_000 + 3 * 86_400_000)
  await setSettings({
    deadlines: { abstract: null, paper: due.toISOString(), resubmission: null, review: null },
  })
  const remindedOf = async () => (await sent()).filter((one) => one.includes('Hera Held')).length
  const day = (later: number) => new Date(due.getTime() - later * 86_400_000).toISOString().slice(0, 10)
  await live(day(2), day(2), {})
  expect(await remindedOf()).toBe(0)
  const ids = (await t.mails()).flatMap(({ id, state }) => (state === 'held' ? [id] : []))
  await t.call(releaseEmails, { as: await tokenOf(admin), body: { ids } })
  await live(day(1), day(1), {})
  expect(await remindedOf()).toBe(1)
})
