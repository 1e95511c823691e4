import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptWrongly } from '#server/verify/kept-wrongly.ts'
import { emailStates } from '#shared/mail/states.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { countAll, type Db } from './db.ts'
import { emails, tallies, users } from './schema.ts'
import { countTallied, tallyOf } from './tallies.ts'

/** Sums of what each write added or took away are what a count says; every other test asks that too, as its portal closes. */

let t: TestPortal
let db: Db
beforeAll(async () => {
  t = await openTestPortal({ breaksRules: true })
  db = t.database.db
})
afterAll(() => t.close())

const mail = (state: (typeof emailStates)[number]): typeof emails.$inferInsert => ({
  id: randomUUID(),
  kind: 'welcome',
  toAddress: 'ada@conference.example',
  subject: 'Welcome',
  text: '',
  html: '',
  messageId: '<1@portal.example>',
  state,
  createdAt: new Date('2026-03-29T01:02:03.456Z'),
})

const kept = async (tx: Db = db) => (await countTallied(tx, 'emails', emailStates))[0]?.count
const counted = async () => (await db.select({ count: countAll }).from(emails))[0]?.count

/** What may happen to the account of one of ten people, by its number. */
const deeds = {
  appear: (
    n: number,
  ) => sql`insert into users (id, email, name, role, first_name, last_name, organization, topics, created_at)
    values (gen_random_uuid(), ${`p${n}@tally.example`}, '', 'author', '', '', '', '{}', now()) on conflict do nothing`,
  review: (n: number) => sql`update users set role = 'both' where email = ${`p${n}@tally.example`}`,
  write: (n: number) => sql`update users set role = 'author' where email = ${`p${n}@tally.example`}`,
  help: (n: number) => sql`update users set is_staff = not is_staff where email = ${`p${n}@tally.example`}`,
  confirm: (n: number) =>
    sql`update users set email_verified_at = now() where email = ${`p${n}@tally.example`}`,
  rest: (n: number) => sql`update users set disabled_at = now() where email = ${`p${n}@tally.example`}`,
  return: (n: number) => sql`update users set disabled_at = null where email = ${`p${n}@tally.example`}`,
  rename: (n: number) => sql`update users set name = name || 'a' where email = ${`p${n}@tally.example`}`,
  vanish: (n: number) => sql`delete from users where email = ${`p${n}@tally.example`}`,
  all: () => sql`update users set is_staff = not is_staff where email like '%@tally.example'`,
}

test('whatever happens to accounts, also what is taken back, each kind has as many as there are', async () => {
  const deed = fc.constantFrom(...Object.values(deeds))
  const transaction = fc.record({
    steps: fc.array(fc.tuple(deed, fc.nat(9)), { maxLength: 12 }),
    takenBack: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { maxLength: 4 }), async (transactions) => {
      for (const { steps, takenBack } of transactions) {
        const done = db.transaction(async (tx) => {
          for (const [what, n] of steps) await tx.execute(what(n))
          if (takenBack) throw new Error('taken back')
        })
        if (takenBack) await expect(done).rejects.toThrow('taken back')
        else await done
      }
      expect(await keptWrongly(db)).toEqual([])
      await db.delete(users).where(sql`email like '%@tally.example'`)
      expect(await keptWrongly(db)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

test('a transaction counts what it wrote, and nobody else does before it is done', async () => {
  const before = await counted()
  await db
    .transaction(async (tx) => {
      await tx.insert(emails).values([mail('queued'), mail('queued'), mail('sent')])
      expect(await kept(tx)).toBe((before ?? 0) + 3)
      throw new Error('taken back')
    })
    .catch(() => undefined)
  expect([await kept(), await counted()]).toEqual([before, before])
})

test('of many who write at once each counts, and what they left is summed up on the way', async () => {
  const before = (await counted()) ?? 0
  const one = async (n: number) => {
    const ids = Array.from({ length: 20 }, () => mail('queued'))
    await db.transaction(async (tx) => {
      for (const each of ids) await tx.insert(emails).values(each)
      for (const { id } of ids.slice(0, 10))
        await tx.update(emails).set({ state: 'kept' }).where(eq(emails.id, id))
      if (n % 4 === 0) await tx.delete(emails).where(eq(emails.id, ids[0]?.id ?? ''))
    })
  }
  await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)))
  const mailsIn = await tallyOf(db, 'emails')
  expect(await counted()).toBe(before + 40 * 20 - 10)
  expect(await kept()).toBe(before + 40 * 20 - 10)
  expect(mailsIn('kept')).toBe(400 - 10)
  const [left] = await db.select({ count: countAll }).from(tallies)
  // 40 × (20 + 10 × 2) were written, and one for each that went.
  expect(left?.count).toBeLessThan(1000)
  expect(await keptWrongly(db)).toEqual([])
})

test('the comparison sees it when a sum is wrong', async () => {
  await db.insert(tallies).values({ counted: 'activity', kind: 'review', change: 7 })
  const there = (await tallyOf(db, 'activity'))('review') - 7
  expect(await keptWrongly(db)).toEqual([
    { counted: 'activity', kind: 'review', kept: there + 7, there: there === 0 ? null : there },
  ])
  await db.insert(tallies).values({ counted: 'activity', kind: 'review', change: -7 })
  expect(await keptWrongly(db)).toEqual([])
})
