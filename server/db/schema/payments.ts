import { sql } from 'drizzle-orm'
import { check, date, index, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './people.ts'
import { submissions } from './submissions.ts'

/** A payment's way: reported by the author, verified by staff, taken back with a reason. One open row a paper. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    reportedAt: moment(),
    paidOn: date({ mode: 'string' }),
    authorNote: text(),
    verifiedAt: moment(),
    verifiedBy: uuid().references(() => users.id),
    reference: text(),
    amount: numeric({ precision: 11, scale: 2 }),
    note: text(),
    reopenedAt: moment(),
    reopenedBy: uuid().references(() => users.id),
    reopenReason: text(),
  },
  (t) => [
    uniqueIndex('payments_live_key').on(t.submissionId).where(sql`reopened_at is null`),
    index('payments_submission').on(t.submissionId),
    check('payments_said', sql`${t.reportedAt} is not null or ${t.verifiedAt} is not null`),
    check('payments_verified_by', sql`(${t.verifiedAt} is null) = (${t.verifiedBy} is null)`),
    check('payments_reopened_whole', sql`(${t.reopenedAt} is null) = (${t.reopenReason} is null)`),
  ],
)
