import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { reviews, submissionEvents, submissions } from '#server/db/schema.ts'
import { type Stage, stages, transitionPairs } from '#shared/submissions/states.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** What the database refuses by itself, whatever our code does. */
let t: TestPortal
let cast: Cast
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
})
afterAll(() => t.close())

async function constraintOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if ('constraint' in at && typeof at.constraint === 'string') return at.constraint
    }
    throw error
  }
}

test('the database allows exactly the transitions of the shared table', async () => {
  const rows = await rowsOf<{ from_stage: Stage; to_stage: Stage }>(
    t.database.db,
    sql`select * from stage_transitions`,
  )
  const pairs = (all: [string, string][]) => all.map(([from, to]) => `${from} → ${to}`).sort()
  expect(pairs(rows.map((row) => [row.from_stage, row.to_stage]))).toEqual(pairs(transitionPairs()))
})

test('a stage that the table does not allow cannot be written past it', async () => {
  const refused: string[] = []
  const wanted: string[] = []
  const allowed = new Set(transitionPairs().map(([from, to]) => `${from} ${to}`))
  for (const from of stages) {
    const { abstractId } = await submissionAt(t, from, cast)
    for (const to of stages) {
      if (from === to || allowed.has(`${from} ${to}`)) continue
      wanted.push(`${from} ${to}`)
      const change = t.database.db
        .update(submissions)
        .set({ stage: to })
        .where(eq(submissions.id, abstractId))
      const constraint = await constraintOf(Promise.resolve(change))
      if (constraint === 'submissions_stage_transition') refused.push(`${from} ${to}`)
    }
  }
  expect(refused).toEqual(wanted)
})

test('complete without a verified payment, and a verified payment without complete, are refused', async () => {
  const { abstractId } = await submissionAt(t, 'awaiting_payment', cast)
  const complete = t.database.db
    .update(submissions)
    .set({ stage: 'complete' })
    .where(eq(submissions.id, abstractId))
  expect(await constraintOf(Promise.resolve(complete))).toBe('submissions_complete_is_paid')
  const paid =
    t.database.db.execute(sql`insert into payments (id, submission_id, verified_at, verified_by, fee_currency)
    values (gen_random_uuid(), ${abstractId}, now(), ${cast.admin.id}, 'EUR')`)
  expect(await constraintOf(Promise.resolve(paid))).toBe('submissions_complete_is_paid')
})

test('history and submitted reviews cannot be changed or removed', async () => {
  const { abstractId } = await submissionAt(t, 'awaiting_payment', cast)
  const { db } = t.database
  const ofEvents = eq(submissionEvents.submissionId, abstractId)
  const ofReviews = eq(reviews.submissionId, abstractId)
  expect(
    await constraintOf(Promise.resolve(db.update(submissionEvents).set({ note: 'x' }).where(ofEvents))),
  ).toBe('submission_events_append_only')
  expect(await constraintOf(Promise.resolve(db.delete(submissionEvents).where(ofEvents)))).toBe(
    'submission_events_append_only',
  )
  expect(await constraintOf(Promise.resolve(db.update(reviews).set({ score: 1 }).where(ofReviews)))).toBe(
    'reviews_append_only',
  )
  expect(await constraintOf(Promise.resolve(db.delete(reviews).where(ofReviews)))).toBe('reviews_append_only')
})
