import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellConference } from '#demo/conference.ts'
import { fillConference } from '#demo/crowd/fill.ts'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { rowsOf } from '#server/db/db.ts'
import { previewAssignments } from '#shared/assigning/contract.ts'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import { listPayments } from '#shared/payments/contract.ts'
import { listPapers, listReviewers, paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { listAbstracts } from '#shared/submissions/desk-contract.ts'
import { stages } from '#shared/submissions/states.ts'
import { logIn } from './factories.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let t: TestPortal
let clara: string
beforeAll(async () => {
  t = await openTestPortal()
  const story = await tellConference(t.app, t.clock)
  await fillConference(t.app, t.database.db, story, t.clock.now)
  clara = await logIn(t, 'clara@conference.example', DEMO_PASSWORD)
})
afterAll(() => t.close())

const papersAt = async (status: string) => (await t.call(listPapers, { as: clara, query: { status } })).body

test('the demo has 600 submissions in all stages and 80 reviewers, some of them overdue, full or idle', async () => {
  const all = (await t.call(listAbstracts, { as: clara, query: { limit: 1 } })).body
  expect(all.count).toBe(600)
  for (const status of stages) {
    const { count } = (await t.call(listAbstracts, { as: clara, query: { status, limit: 1 } })).body
    expect(count, status).toBeGreaterThan(10)
  }
  const reviewers = (await t.call(listReviewers, { as: clara })).body
  expect(reviewers.count).toBe(80)
  const { items } = reviewers
  expect(items.filter(({ overdue }) => overdue > 0).length).toBeGreaterThan(20)
  expect(items.filter(({ assigned, done }) => assigned + done === 0).length).toBeGreaterThan(3)
  expect(items.filter(({ assigned, limit }) => limit !== null && assigned >= limit).length).toBeGreaterThan(1)
  expect(items.every(({ assigned, limit }) => limit === null || assigned <= limit)).toBe(true)
  for (const status of ['late', 'reported', 'awaiting', 'verified', 'part', 'over']) {
    const { count } = (await t.call(listPayments, { as: clara, query: { status, limit: 1 } })).body
    expect(count, status).toBeGreaterThan(0)
  }
})

test('its papers keep the portal’s rules: reviews decide as they would, nobody reviews what they must not', async () => {
  const waiting = await papersAt('decision_needed')
  expect(waiting.count).toBeGreaterThan(20)
  for (const { paperId, reviewsIn, reviewStatus } of waiting.items) {
    if (reviewStatus === 'reviewer_declined') continue
    expect(reviewsIn).toBe(2)
    const { reviews } = (await t.call(paperDeskOverview, { as: clara, params: { paperId } })).body
    expect(new Set(reviews.slice(0, 2).map(({ verdict }) => verdict)).size).toBe(2)
  }
  const free = (await papersAt('unassigned')).items.filter(({ assigned }) => assigned === 0)
  expect(free.length).toBeGreaterThan(10)
  const paper = free[0]?.paperId ?? ''
  const reviewers = (await t.call(listReviewers, { as: clara })).body.items
  const pairs = reviewers.map(({ id }) => ({ paperId: paper, reviewerId: id }))
  const { rows } = (await t.call(previewAssignments, { as: clara, body: { pairs } })).body
  expect(rows.filter(({ problem }) => problem === null).length).toBeGreaterThan(30)
  const [broken] = await rowsOf<{ count: number }>(
    t.database.db,
    sql`select count(*)::int as count from assignments a join submissions s on s.id = a.submission_id
      join users r on r.id = a.reviewer_id join users u on u.id = s.author_id
      where r.organization = u.organization or r.id = u.id`,
  )
  expect(broken?.count).toBe(0)
})

test('two of its papers came to be in conflict after they were assigned', async () => {
  const { items } = await papersAt('late_conflict')
  expect(
    items.map(({ lateConflicts }) => lateConflicts.map(({ reviewer, reason }) => [reviewer.name, reason])),
  ).toEqual([
    [['María Fernández', 'The reviewer is a co-author.']],
    [['Rita Novák', 'Reviewer and co-author Pavel Dvořák are both of Karst Research Centre.']],
  ])
})

test('of its proposal one pair is odd; who has published a paper’s own text is named, and not proposed for it', async () => {
  const { body } = await t.call(proposeAssignments, { as: clara, body: {} })
  expect(body.pairs.length).toBeGreaterThan(30)
  expect(body.oddities.map(({ kind }) => kind)).toEqual(['lone_text', 'same_text', 'same_text'])
})
