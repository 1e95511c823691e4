import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignments, reviewerLoads, submissions } from '#server/db/schema.ts'
import { makePerson } from '#tests/factories.ts'
import { fillDesk } from '#tests/large-desk.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { keptWrongly } from './kept-wrongly.ts'

/** What is kept along is what a count from scratch says; every other test asks that too, as its portal closes. */

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal({ breaksRules: true })
  await fillDesk(t.database.db, 48)
})
afterAll(() => t.close())

test('of a filled desk, with reviews waited for and payments in every state', async () => {
  const waiting = await t.database.db.select().from(reviewerLoads)
  expect(waiting.some((row) => row.waiting > 0)).toBe(true)
  expect(await keptWrongly(t.database.db)).toEqual([])
})

test('nobody can set it by hand: an assignment or a payment’s urgency is reckoned anew', async () => {
  await t.database.db.update(assignments).set({ waiting: true })
  await t.database.db.update(submissions).set({ paymentUrgency: new Date('2001-01-01') })
  expect(await keptWrongly(t.database.db)).toEqual([])
})

test('the comparison sees it when it is wrong', async () => {
  const { id } = await makePerson(t, { role: 'reviewer' })
  const theirs = eq(reviewerLoads.reviewerId, id)
  await t.database.db.update(reviewerLoads).set({ waiting: 7 }).where(theirs)
  expect(await keptWrongly(t.database.db)).toEqual([{ reviewer: id, kept: 7 }])
  await t.database.db.update(reviewerLoads).set({ waiting: 0 }).where(theirs)
})
