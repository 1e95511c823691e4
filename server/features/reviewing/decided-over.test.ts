import { afterAll, beforeAll, expect, test } from 'vitest'
import { reopenPaper, requestPaperChangeAsChair } from '#shared/reviewing/desk-contract.ts'
import { changeDue } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { submitPaper } from '#shared/submissions/contract.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let author: MadePerson
let rita: MadePerson
let params: MadeSubmission
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  author = await makePerson(t, { role: 'author' })
  rita = await makePerson(t, { role: 'reviewer' })
  params = await submissionAt(t, 'paper_submitted', { author, reviewer: rita, admin })
})
afterAll(() => t.close())

const DAY = 86_400_000
const tokenOf = ({ email, password }: MadePerson) => logIn(t, email, password)
const inDays = (days: number) => new Date(t.clock.now.getTime() + days * DAY)
const toRita = async () => (await t.mails()).filter(({ toAddress }) => toAddress === rita.email)

async function reviewsBy(review: Date) {
  const as = await tokenOf(admin)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, review: review.toISOString() }
  await t.call(saveSettings, { as, body: { settings: { ...settings, deadlines }, revision } })
}

test('a reviewer hears that their open review is not waited for, and of a new round by when it is due', async () => {
  const dueAt = inDays(2).toISOString()
  await t.call(changeDue, {
    as: await tokenOf(admin),
    params: { ...params, reviewerId: rita.id },
    body: { dueAt },
  })
  t.clock.advance(1000)
  const decided = await t.call(requestPaperChangeAsChair, {
    as: await tokenOf(admin),
    params,
    body: { confirmText: 'REQUEST_CHANGE', reason: 'Only the author reads this.' },
  })
  expect(decided.status).toBe(200)
  const told = (await toRita()).at(-1)
  expect([told?.kind, told?.text.includes(params.paperId), told?.text.includes('Only the author')]).toEqual([
    'review_overtaken',
    true,
    false,
  ])

  // The first round's due date has passed by then; the deadline for reviews holds for the new one.
  t.clock.advance(5 * DAY)
  await reviewsBy(new Date('2026-06-30T12:00:00Z'))
  const file = await makePdf({ title: 'The revised paper' })
  expect((await t.upload(submitPaper, { as: await tokenOf(author), params, file })).status).toBe(200)
  const again = (await toRita()).at(-1)
  expect(again?.kind).toBe('paper_resubmitted')
  expect(again?.text).toContain('Please review it by 30 June 2026 at 12:00')

  // One that is still ahead holds on.
  const ahead = { dueAt: '2026-06-01T12:00:00.000Z' }
  await t.call(changeDue, {
    as: await tokenOf(admin),
    params: { ...params, reviewerId: rita.id },
    body: ahead,
  })
  t.clock.advance(1000)
  await t.call(requestPaperChangeAsChair, {
    as: await tokenOf(admin),
    params,
    body: { confirmText: 'REQUEST_CHANGE', reason: 'More.' },
  })
  t.clock.advance(1000)
  await t.call(reopenPaper, { as: await tokenOf(admin), params, body: { reason: 'Ada Author told us.' } })
  const reopened = (await toRita()).at(-1)
  expect(reopened?.kind).toBe('review_reopened')
  expect(reopened?.text).toContain('Please review it by 1 June 2026 at 12:00')
  // Why is for the author: it may say who that is.
  expect(reopened?.text).not.toContain('Ada Author')
})
