import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { activity } from '#server/db/schema.ts'
import { listActivity } from '#shared/activity/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { concerning, findsMany, matching } from './search-activity.ts'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
  const author = await makePerson(t, { role: 'author', name: 'Findable Fred' })
  const reviewer = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
  await submissionAt(t, 'complete', { author, reviewer, admin })
  await t.call(inviteReviewers, { as: admin.token, body: { list: 'findable@elsewhere.example' } })
  // Each of them appears in the activity once, as made by nobody.
  await t.database.db.execute(sql`insert into users
    (id, email, name, role, first_name, last_name, organization, topics, created_at)
    select gen_random_uuid(), 'one' || n || '@many.example', 'One of Many ' || n, 'author', '', '', '', '{}',
      timestamptz '2026-01-05Z' from generate_series(1, 250) n`)
})
afterAll(() => t.close())

/** The ids that a search finds, by each of its two ways. */
async function foundBy(q: string, also = sql`true`) {
  const { db } = t.database
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
  const found = await rowsOf<{ id: number; by: Date }>(db, matching(q, also))
  const judged = await rowsOf<{ id: number }>(
    db,
    sql`select id from activity where ${also} and ${concerning(q)}`,
  )
  return [ids(found), ids(judged)]
}

test.each(['findable', 'clara', 'many', 'a26-0001', 'p26', 'rita reader', 'elsewhere', '%', 'nobody at all'])(
  'whoever is searched for, what is found beforehand is what each row says: %s',
  async (q) => {
    const [found, judged] = await foundBy(q)
    expect(judged).toEqual(found)
    const [some, judgedSome] = await foundBy(q, eq(activity.kind, 'submission').getSQL())
    expect(judgedSome).toEqual(some)
    expect((found ?? []).length >= (some ?? []).length).toBe(true)
  },
)

test('a search that finds many is told from one that finds few', async () => {
  await t.transact(async (ctx) => {
    const told: [string, boolean][] = []
    for (const q of ['many', 'example', 'e', 'findable', 'clara', 'a26', '%', 'nobody at all'])
      told.push([q, await findsMany(ctx, q)])
    expect(told.filter(([, isMany]) => isMany).map(([q]) => q)).toEqual(['many', 'example', 'e'])
  })
})

test('a search that finds many is counted, filtered and paged without a gap', async () => {
  const list = async (query: Record<string, unknown>) =>
    (await t.call(listActivity, { as: admin.token, query: { q: 'many', ...query } })).body
  const whole = await list({ limit: 200 })
  expect(whole.count).toBe(250)
  const rest = await list({ limit: 200, cursor: whole.nextCursor })
  expect(rest.items).toHaveLength(50)
  expect(rest.nextCursor).toBeUndefined()
  const ids = [...whole.items, ...rest.items].map(({ id }) => id)
  expect(new Set(ids).size).toBe(250)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect((await list({ status: 'person' })).count).toBe(250)
  expect(await list({ status: 'review' })).toEqual({ items: [], count: 0 })
})

test('those who are many by themselves are few among many more', async () => {
  await t.database.db.execute(sql`insert into users
    (id, email, name, role, first_name, last_name, organization, topics, created_at)
    select gen_random_uuid(), 'rest' || n || '@rest.invalid', 'Rest ' || n, 'author', '', '', '', '{}',
      timestamptz '2026-01-05Z' from generate_series(1, 2000) n`)
  await t.transact(async (ctx) => {
    expect([await findsMany(ctx, 'many'), await findsMany(ctx, 'rest')]).toEqual([false, true])
  })
  const found = await t.call(listActivity, { as: admin.token, query: { q: 'many', limit: 1 } })
  expect([found.body.count, found.body.items.length]).toEqual([250, 1])
})
