import { date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Answers kept for `Idempotency-Key`, written in the mutation's own transaction (decisions.md §3). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer().notNull(),
    answer: jsonb().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.call, t.key] })],
)

/** The portal's own chores, each with the day of the conference's calendar on which it was last done. */
export const chores = pgTable('chores', {
  name: text().primaryKey(),
  day: date({ mode: 'string' }).notNull(),
  doneAt: moment().notNull(),
})
