import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapSelections } from './map-rows.ts'
import * as schema from './schema.ts'
import { emails, sessions, users } from './schema.ts'

type Rows = unknown[][]

/** A database that answers every statement with the same rows. */
const answering = (rows: Rows) => drizzle(() => Promise.resolve({ rows }), { schema })
type Database = ReturnType<typeof answering>

const latest = (db: Database) =>
  db.select({ id: sessions.id, at: sessions.expiresAt }).from(sessions).as('latest')

/** Selections of every form there is, and how many values a row of theirs has. */
const selections: Record<string, { values: number; of: (db: Database) => PromiseLike<unknown> }> = {
  'columns of one table': {
    values: 3,
    of: (db) => db.select({ id: users.id, name: users.name, since: users.createdAt }).from(users),
  },
  'expressions, as they are and read otherwise': {
    values: 3,
    of: (db) =>
      db
        .select({
          many: sql<number>`count(*)`,
          first: sql`min(${users.createdAt})`.mapWith(users.createdAt),
          last: sql`max(${users.createdAt})`.mapWith((value) => `at ${value}`).as('last'),
        })
        .from(users),
  },
  JSON: { values: 2, of: (db) => db.select({ id: emails.id, button: emails.button }).from(emails) },
  'objects of two tables, both of which are there': {
    values: 5,
    of: (db) =>
      db
        .select({
          session: { id: sessions.id, until: sessions.expiresAt },
          total: sql<number>`1`,
          user: { name: users.name, since: users.createdAt },
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId)),
  },
  'an object of a table that may have no row': {
    values: 5,
    of: (db) =>
      db
        .select({
          id: users.id,
          session: { id: sessions.id, until: sessions.expiresAt },
          both: { name: users.name, until: sessions.expiresAt },
        })
        .from(users)
        .leftJoin(sessions, eq(users.id, sessions.userId)),
  },
  'whole tables of which either may have no row': {
    values: Object.keys(sessions).length,
    of: (db) =>
      db
        .select({ user: { id: users.id }, s: sessions })
        .from(users)
        .fullJoin(sessions, eq(users.id, sessions.userId)),
  },
  'what a subquery selected': {
    values: 2,
    of: (db) => {
      const inner = latest(db)
      return db.select().from(inner)
    },
  },
  'an object of a subquery that may have no row': {
    values: 3,
    of: (db) => {
      const inner = latest(db)
      return db
        .select({ name: users.name, latest: { id: inner.id, at: inner.at } })
        .from(users)
        .leftJoin(inner, eq(inner.id, users.id))
    },
  },
  'what was written': {
    values: 2,
    of: (db) => db.delete(users).returning({ id: users.id, since: users.createdAt }),
  },
  'a statement by hand': { values: 2, of: (db) => db.execute(sql`select 1`) },
}

/** Moments read as any kind of column: as text they are themselves. */
const value = fc.constantFrom(null, '2026-03-29 01:02:03.456+00', '2026-11-01 00:00:00+02')

test.each(Object.entries(selections))(
  '%s come as the library itself gives them',
  async (_, { values, of }) => {
    const rows = fc.array(fc.array(value, { minLength: values, maxLength: values }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const expected = await of(answering(given))
        expect(await of(mapSelections(answering(given)))).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  },
)
