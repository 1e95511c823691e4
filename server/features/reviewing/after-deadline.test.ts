import { afterAll, beforeEach, expect, test } from 'vitest'
import { type AssignmentPair, previewAssignments } from '#shared/assigning/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { approvePaper, previewPaper, requestPaperChange } from '#shared/reviewing/contract.ts'
import { assignReviewer, reopenPaper } from '#shared/reviewing/desk-contract.ts'
import { changeDue, previewReminders, remindReviewers } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { submitPaper } from '#shared/submissions/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** After the deadline for reviews (decisions.md §7) nobody is asked for a review that would be refused. */

const DEADLINE = '2026-03-05T10:00:00.000Z'
const AHEAD = '2026-03-20T10:00:00.000Z'
const IN_WORDS = '5 March 2026 at 10:00 (UTC)'
const TOO_LATE = `The deadline for reviews was ${IN_WORDS}. Give this review a due date that is ahead, or set a later deadline.`

let t: TestPortal
let admin: MadePerson
let ada: MadePerson
let rita: MadePerson
let open: TestPortal[] = []
beforeEach(async () => {
  t = await openTestPortal()
  open.push(t)
  admin = await makePerson(t, { role: 'admin' })
  ada = await makePerson(t, { role: 'author' })
  rita = await makePerson(t, { role: 'reviewer' })
  t.clock.now = new Date('2026-03-02T08:00:00Z')
  const as = await token(admin)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, review: DEADLINE }
  const body = { settings: { ...settings, timeZone: 'UTC', graceMinutes: 10, deadlines }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
})
afterAll(async () => {
  for (const portal of open) await portal.close()
  open = []
})

/** Tokens end while the clock is moved. */
const token = ({ email, password }: MadePerson) => logIn(t, email, password)
const made = (stage: Stage, reviewer = rita) => submissionAt(t, stage, { author: ada, admin, reviewer })
const afterIt = () => {
  t.clock.now = new Date('2026-03-08T08:00:00Z')
}
const approve = async (params: MadeSubmission) =>
  t.call(approvePaper, { as: await token(rita), params, body: { score: 80 } })
const extend = async ({ id }: MadePerson, review: string) =>
  t.call(changeUser, {
    as: await token(admin),
    params: { userId: id },
    body: { extensions: { review } },
  })
const setDue = async ({ paperId }: MadeSubmission, dueAt: string) =>
  t.call(changeDue, { as: await token(admin), params: { paperId, reviewerId: rita.id }, body: { dueAt } })
/** What somebody was mailed from a moment on: subject, and the text where it is wanted. */
const mailsTo = async ({ email }: MadePerson, since: Date) =>
  (await t.mails()).filter(({ toAddress, createdAt }) => toAddress === email && createdAt >= since)

test('a paper under review is given to nobody whose review would be refused, unless with a due date ahead or more time', async () => {
  const [under, revising] = [await made('paper_submitted'), await made('paper_awaiting_resubmission')]
  const [max, nora] = [await makePerson(t, { role: 'reviewer' }), await makePerson(t, { role: 'reviewer' })]
  const problemsOf = async (pairs: AssignmentPair[]) => {
    const { rows } = (await t.call(previewAssignments, { as: await token(admin), body: { pairs } })).body
    return rows.map(({ problem }) => problem?.message ?? null)
  }
  const pairs = [
    { paperId: under.paperId, reviewerId: max.id },
    { paperId: under.paperId, reviewerId: nora.id, dueAt: AHEAD },
    { paperId: revising.paperId, reviewerId: max.id },
  ]
  t.clock.now = new Date('2026-03-05T10:10:00.000Z')
  expect(await problemsOf(pairs), 'the last moment of the grace').toEqual([null, null, null])
  t.clock.advance(1)
  expect(await problemsOf(pairs)).toEqual([TOO_LATE, null, null])
  const refused = await t.call(assignReviewer, {
    as: await token(admin),
    params: under,
    body: { reviewerId: max.id, overrideReason: 'Please.' },
  })
  expect([refused.status, refused.refusal.error, refused.refusal.message]).toEqual([
    409,
    'deadline_passed',
    TOO_LATE,
  ])
  await extend(max, AHEAD)
  expect(await problemsOf(pairs)).toEqual([null, null, null])
})

test('organisers remind nobody whose review would be refused, and of several papers only of those that are taken', async () => {
  const [late, open] = [await made('paper_submitted'), await made('paper_submitted')]
  const ask = async (spec: typeof previewReminders | typeof remindReviewers) =>
    (await t.call(spec, { as: await token(admin), body: { reviewerIds: [rita.id] } })).body.rows[0]
  await setDue(open, '2026-03-07T10:00:00.000Z')
  t.clock.now = new Date('2026-03-07T10:05:00.000Z')
  expect(await ask(previewReminders)).toMatchObject({
    problem: null,
    facts: ['1 overdue review', open.paperId],
  })
  const since = t.clock.now
  expect(await ask(remindReviewers)).toMatchObject({ problem: null })
  const [mail] = await mailsTo(rita, since)
  expect(mail?.body).toContain(open.paperId)
  expect(mail?.body).not.toContain(late.paperId)
  t.clock.now = new Date('2026-03-09T10:00:00.000Z')
  const { problem } = (await ask(previewReminders)) ?? {}
  expect(problem).toBe(
    'The deadline for reviews has passed, and their review would be refused. Give them more time first: they are told.',
  )
  expect(await ask(remindReviewers)).toMatchObject({ problem })
})

test('on the mornings after it reviewers are told what they can do, and what is due later is asked for as ever', async () => {
  const [late, later] = [await made('paper_submitted'), await made('paper_submitted')]
  await setDue(later, '2026-03-15T10:00:00.000Z')
  afterIt()
  await t.app.doChores()
  const mails = await mailsTo(rita, t.clock.now)
  expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['review_closed', `${late.paperId}: your review is missing, and its deadline has passed`],
    ['review_due', `${later.paperId}: your review is due in 7 days`],
  ])
})

test('a revised paper that comes after it asks its organisers for another date, and nobody for what is refused', async () => {
  const paper = await made('paper_awaiting_resubmission')
  afterIt()
  const since = t.clock.now
  const file = await makePdf()
  expect((await t.upload(submitPaper, { as: await token(ada), params: paper, file })).status).toBe(200)
  const toRita = await mailsTo(rita, since)
  expect(toRita.map(({ kind }) => kind)).toEqual(['paper_resubmitted'])
  expect(toRita[0]?.body).toContain(
    `The deadline for reviews was ${IN_WORDS}. The organisers are asked for another one: you can review it then.`,
  )
  expect(toRita[0]?.body).not.toContain('Please review it by')
  const [toAdmin] = await mailsTo(admin, since)
  expect([toAdmin?.kind, toAdmin?.subject]).toEqual([
    'revised_after_deadline',
    `${paper.paperId}: give its reviewers another due date`,
  ])
  expect((await approve(paper)).status).toBe(409)
  await setDue(paper, AHEAD)
  const [, dueMail] = await mailsTo(rita, since)
  expect(dueMail?.subject).toBe(`${paper.paperId}: your review is due 20 March 2026`)
  expect((await approve(paper)).status).toBe(200)
})

test('who reopens a paper after it is told to give its reviewers another date; within it nothing is said', async () => {
  const paper = await made('awaiting_payment')
  const reopen = async () =>
    (await t.call(reopenPaper, { as: await token(admin), params: paper, body: { reason: 'Again.' } })).body
      .message
  expect(await reopen()).toBe('The paper is under review again.')
  expect((await approve(paper)).status).toBe(200)
  afterIt()
  const since = t.clock.now
  expect(await reopen()).toBe(
    'The paper is under review again. The deadline for reviews has passed: give its reviewers another due date.',
  )
  const [mail] = await mailsTo(rita, since)
  expect([mail?.kind, mail?.body.includes(`The deadline for reviews was ${IN_WORDS}.`)]).toEqual([
    'review_reopened',
    true,
  ])
})

test('a due date that moves is told to whoever is waited for, and to nobody who has reviewed or whose paper is being revised', async () => {
  const [reviewed, revising, waiting] = [
    await made('paper_submitted'),
    await made('paper_awaiting_resubmission'),
    await made('paper_submitted'),
  ]
  const body = { score: 40, reason: 'Too short.' }
  const asked = await t.call(requestPaperChange, { as: await token(rita), params: reviewed, body })
  expect(asked.status).toBe(200)
  t.clock.advance(1000)
  const since = t.clock.now
  for (const one of [reviewed, revising, waiting]) expect((await setDue(one, AHEAD)).status).toBe(200)
  expect((await mailsTo(rita, since)).map(({ subject }) => subject)).toEqual([
    `${waiting.paperId}: your review is due 20 March 2026`,
  ])
  const shown = await t.call(previewPaper, { as: await token(rita), params: waiting })
  expect([shown.body.canDecide, shown.body.missedDeadline]).toEqual([true, null])
})
