import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let reviewer: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  t.clock.now = new Date('2026-04-01T08:00:00Z')
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer' })
})
afterAll(() => t.close())

async function setDeadlines(paper: string | null, resubmission: string | null) {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const deadlines = { ...settings.deadlines, paper, resubmission }
  const body = { revision, settings: { ...settings, deadlines, timeZone: 'Europe/Zurich' } }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
}

/** The subject of the last mail of an author's new submission led to a stage, and what its text says of the date. */
async function lastMail(stage: Stage, author: MadePerson) {
  const made = await submissionAt(t, stage, { author, reviewer, admin })
  const mail = (await t.mails()).findLast(({ toAddress }) => toAddress === author.email)
  return { ...made, subject: mail?.subject, by: /Please upload it by .*/.exec(mail?.text ?? '')?.[0] }
}

test('a decision that asks for a file says by when, in subject and text, by the author’s own deadline', async () => {
  await setDeadlines('2026-12-17T23:59:00+01:00', '2026-05-03T23:59:00+02:00')
  const author = await makePerson(t, { role: 'author' })
  const accepted = await lastMail('awaiting_paper', author)
  const [december, may] = [
    'Please upload it by 17 December 2026 at 23:59 (Europe/Zurich, UTC+01:00).',
    'Please upload it by 3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00).',
  ]
  expect([accepted.subject, accepted.by]).toEqual([
    `${accepted.abstractId}: accepted – upload your full paper by 17 December`,
    december,
  ])
  const provisional = await lastMail('abstract_awaiting_resubmission', author)
  expect([provisional.subject, provisional.by]).toEqual([
    `${provisional.abstractId}: provisionally accepted – upload a revised abstract by 3 May`,
    may,
  ])
  const revise = await lastMail('paper_awaiting_resubmission', author)
  expect([revise.subject, revise.by]).toEqual([`${revise.paperId}: upload your revised paper by 3 May`, may])

  const body = { extensions: { resubmission: '2026-06-01T12:00:00Z' } }
  await t.call(changeUser, { as: admin.token, params: { userId: author.id }, body })
  const later = await lastMail('paper_awaiting_resubmission', author)
  expect([later.subject, later.by]).toEqual([
    `${later.paperId}: upload your revised paper by 1 June`,
    'Please upload it by 1 June 2026 at 14:00 (Europe/Zurich, UTC+02:00).',
  ])
})

test('without a deadline no date is named', async () => {
  await setDeadlines(null, null)
  const author = await makePerson(t, { role: 'author' })
  const accepted = await lastMail('awaiting_paper', author)
  expect([accepted.subject, accepted.by]).toEqual([
    `${accepted.abstractId}: accepted – upload your full paper`,
    undefined,
  ])
  const revise = await lastMail('paper_awaiting_resubmission', author)
  expect([revise.subject, revise.by]).toEqual([`${revise.paperId}: upload your revised paper`, undefined])
})
