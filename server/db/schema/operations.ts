import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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

/**
 * How many rows of the large tables there are of each kind, as what each write added or took away: the sum is how many
 * there are. Kept by the database alone (migrations 0062 and 0064), read by `db/tallies.ts`.
 */
export const tallies = pgTable(
  'tallies',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The table whose rows are counted. */
    counted: text().notNull(),
    /** What the rows have in common, as `tallied` says it. */
    kind: text().notNull(),
    change: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('tallies_counted').on(t.counted, t.kind)],
)
