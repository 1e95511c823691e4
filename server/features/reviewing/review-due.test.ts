import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '#shared/people/desk-contract.ts'
import { approvePaper, listAssigned, previewPaper } from '#shared/reviewing/contract.ts'
import { listReviewers, paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { changeDue, previewReminders, readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { statistics } from '#shared/statistics/contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** One rule says when a review is due and whether it is overdue, wherever it is told. */

const DEADLINE = '2026-03-02T10:00:00.000Z'
const LATER = '2026-03-02T12:00:00.000Z'
const EARLIER = '2026-03-02T09:30:00.000Z'

let t: TestPortal
let admin: MadePerson
let rita: MadePerson
let paperId: string
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  rita = await makePerson(t, { role: 'reviewer' })
  const author = await makePerson(t, { role: 'author' })
  paperId = (await submissionAt(t, 'paper_submitted', { author, reviewer: rita, admin })).paperId
})
afterAll(() => t.close())

/** Tokens end while the clock is moved. */
const token = ({ email, password }: MadePerson) => logIn(t, email, password)

const setDeadline = async (review: string | null) => {
  const { deadlines } = (await t.call(readSettings, { as: await token(admin) })).body.settings
  await change({ deadlines: { ...deadlines, review } })
}
const setGrace = async (graceMinutes: number) => change({ graceMinutes })
const change = async (some: object) => {
  const { settings, revision } = (await t.call(readSettings, { as: await token(admin) })).body
  const saved = await t.call(saveSettings, {
    as: await token(admin),
    body: { settings: { ...settings, ...some }, revision },
  })
  expect(saved.status).toBe(200)
}
const extend = async (review: string) =>
  t.call(changeUser, {
    as: await token(admin),
    params: { userId: rita.id },
    body: { extensions: { review } },
  })
const setDue = async (dueAt: string | null) =>
  t.call(changeDue, {
    as: await token(admin),
    params: { paperId, reviewerId: rita.id },
    body: { dueAt },
  })

/** What each place says, at a moment of 2 March: when it is due, and whether it is overdue. */
async function said(at: string) {
  t.clock.now = new Date(`2026-03-02T${at}Z`)
  const as = await token(admin)
  const iso = (moment: { _seconds: number } | null | undefined) =>
    moment ? new Date(moment._seconds * 1000).toISOString() : null
  const listed = (await t.call(listReviewers, { as })).body.items.find(({ id }) => id === rita.id)
  const overdue = (await t.call(listReviewers, { as, query: { status: 'overdue' } })).body
  const page = (await t.call(readReviewer, { as, params: { reviewerId: rita.id } })).body
  const paper = (await t.call(paperDeskOverview, { as, params: { paperId } })).body.assignments[0]
  const own = (await t.call(listAssigned, { as: await token(rita) })).body.items[0]
  const counted = (await t.call(statistics, { as })).body.reviewers.find(({ id }) => id === rita.id)
  const [reminded] = (await t.call(previewReminders, { as, body: { reviewerIds: [rita.id] } })).body.rows
  const dues = [page.assignments[0]?.dueAt, paper?.dueAt, own?.dueAt].map(iso)
  const late = [
    listed?.overdue === 1,
    overdue.count === 1 && overdue.items[0]?.id === rita.id,
    page.assignments[0]?.late,
    page.reviewer.overdue === 1,
    paper?.late,
    counted?.overdue === 1,
    reminded?.problem !== 'Nothing of theirs is overdue.',
  ]
  const { body: opened } = await t.call(previewPaper, { as: await token(rita), params: { paperId } })
  expect(reminded?.problem?.startsWith('The deadline for reviews has passed') ?? false).toBe(
    opened.missedDeadline !== null,
  )
  expect(iso(own?.missedDeadline)).toBe(iso(opened.missedDeadline))
  expect(new Set(dues).size, `one date: ${dues.join(', ')}`).toBe(1)
  expect(new Set(late).size, `one answer: ${late.join(', ')}`).toBe(1)
  return [dues[0], late[0]]
}

test('nothing says when: never overdue', async () => {
  await setDeadline(null)
  expect(await said('23:59:59')).toEqual([null, false])
})

test('the deadline for reviews stands in, one second before it and after', async () => {
  await setDeadline(DEADLINE)
  expect(await said('09:59:59')).toEqual([DEADLINE, false])
  expect(await said('10:00:01')).toEqual([DEADLINE, true])
})

test('a personal extension moves it', async () => {
  await extend(LATER)
  expect(await said('10:00:01')).toEqual([LATER, false])
  expect(await said('12:00:01')).toEqual([LATER, true])
})

test('what was set for the assignment goes before both', async () => {
  t.clock.now = new Date('2026-03-02T09:29:59.000Z')
  await setDue(EARLIER)
  expect(await said('09:30:01')).toEqual([EARLIER, true])
  await setDue('2026-03-03T10:00:00.000Z')
  expect(await said('12:00:01')).toEqual(['2026-03-03T10:00:00.000Z', false])
  const refused = await setDue(null)
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    'The deadline for reviews was 2 March 2026 at 12:00 (UTC). Give this review a due date that is ahead, or set a later deadline.',
  ])
  expect(await said('12:00:01')).toEqual(['2026-03-03T10:00:00.000Z', false])
  t.clock.now = new Date('2026-03-02T11:59:59.000Z')
  expect((await setDue(null)).status).toBe(200)
  expect(await said('12:00:01')).toEqual([LATER, true])
})

test('a later date of its own keeps the review possible after the deadline, grace included, and is reminded of', async () => {
  const timeOf = (iso: string) => ({ _seconds: Date.parse(iso) / 1000, _nanoseconds: 0 })
  const shown = async () => {
    const { body } = await t.call(previewPaper, { as: await token(rita), params: { paperId } })
    const [own] = (await t.call(listAssigned, { as: await token(rita) })).body.items
    expect([own?.missedDeadline, own?.dueAt]).toEqual([body.missedDeadline, body.paper.dueAt])
    return [body.canDecide, body.missedDeadline, body.paper.dueAt]
  }
  const sentBefore = (await t.mails()).length
  t.clock.now = new Date('2026-03-02T12:00:01Z')
  expect(await shown()).toEqual([false, timeOf(LATER), timeOf(LATER)])

  const own = '2026-03-06T10:00:00.000Z'
  expect((await setDue(own)).status).toBe(200)
  expect(await shown()).toEqual([true, null, timeOf(own)])
  await setGrace(30)
  t.clock.now = new Date('2026-03-04T08:00:00Z')
  await t.app.doChores()
  t.clock.now = new Date('2026-03-06T10:30:00Z')
  expect(await shown()).toEqual([true, null, timeOf(own)])

  t.clock.now = new Date('2026-03-06T10:30:01Z')
  expect(await shown()).toEqual([false, timeOf(own), timeOf(own)])
  const approve = async () =>
    t.call(approvePaper, { as: await token(rita), params: { paperId }, body: { score: 80 } })
  const late = await approve()
  expect([late.status, late.refusal.message]).toEqual([
    409,
    'The deadline for reviews was 6 March 2026 at 10:00 (UTC).',
  ])
  await setDue('2026-03-07T10:00:00.000Z')
  expect((await approve()).status).toBe(200)
  const subjects = (await t.mails())
    .slice(sentBefore)
    .flatMap(({ toAddress, subject }) => (toAddress === rita.email ? [subject] : []))
  expect(subjects).toEqual([
    `${paperId}: your review is due 6 March 2026`,
    `${paperId}: your review is due in 2 days`,
    `${paperId}: your review is due 7 March 2026`,
  ])
})
