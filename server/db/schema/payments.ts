import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns.ts'
import { users } from './people.ts'
import { submissions } from './submissions.ts'

/**
 * A payment's way: reported by the author, verified by staff, taken back with a reason. One open row a paper. A report is
 * answered by a part of the fee that arrived, or by somebody who did not find it: what is due can be reported anew.
 */
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
    answeredAt: moment(),
    /** Somebody said that what was reported is not there; otherwise what a line brought answered it. */
    unfound: boolean().notNull().default(false),
    verifiedAt: moment(),
    verifiedBy: uuid().references(() => users.id),
    reference: text(),
    amount: numeric({ precision: 11, scale: 2 }),
    /** The fee as it was when this was verified, and its currency; null: none was said. A later fee changes no payment. */
    feeAmount: numeric({ precision: 11, scale: 2 }),
    feeCurrency: text(),
    note: text(),
    reopenedAt: moment(),
    reopenedBy: uuid().references(() => users.id),
    reopenReason: text(),
  },
  (t) => [
    uniqueIndex('payments_live_key').on(t.submissionId).where(sql`reopened_at is null`),
    index('payments_submission').on(t.submissionId),
    index('payments_verifier').on(t.verifiedBy).where(sql`verified_by is not null`),
    index('payments_reopener').on(t.reopenedBy).where(sql`reopened_by is not null`),
    index('payments_search').using('gin', t.reference.op('gin_trgm_ops')),
    check('payments_said', sql`${t.reportedAt} is not null or ${t.verifiedAt} is not null`),
    check('payments_answered', sql`${t.answeredAt} is null or ${t.reportedAt} is not null`),
    check('payments_unfound', sql`not ${t.unfound} or ${t.answeredAt} is not null`),
    check('payments_verified_by', sql`(${t.verifiedAt} is null) = (${t.verifiedBy} is null)`),
    check('payments_verified_fee', sql`(${t.verifiedAt} is null) = (${t.feeCurrency} is null)`),
    check('payments_reopened_whole', sql`(${t.reopenedAt} is null) = (${t.reopenReason} is null)`),
  ],
)

/**
 * Lines of imported statements, each with the paper it was for: what makes importing a file again change nothing, and
 * what says of part and double payments and of refunds that they are. A line for several papers has a row for each. What
 * was paid back never exceeds what came in (migration 0042).
 */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: uuid().primaryKey(),
    /** Over the line's cells; with `occurrence`, the how many-th of equal ones in its file, it is the line. */
    hash: text().notNull(),
    occurrence: integer().notNull(),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    /** The payment that it made; null: it was only noted. */
    paymentId: uuid().references(() => payments.id),
    /** `note`: before the paper was paid; `double`: after that. */
    use: text({ enum: ['payment', 'note', 'double'] }).notNull(),
    bookedOn: date({ mode: 'string' }),
    /** The paper's share; below 0: it was paid back. */
    amount: numeric({ precision: 11, scale: 2 }).notNull(),
    currency: text(),
    payer: text().notNull(),
    text: text().notNull(),
    importedAt: moment().notNull(),
    importedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** When its payment was taken back: it counts no more and may be imported again. */
    releasedAt: moment(),
  },
  (t) => [
    uniqueIndex('bank_lines_once').on(t.hash, t.occurrence, t.submissionId).where(sql`released_at is null`),
    index('bank_lines_submission').on(t.submissionId),
    index('bank_lines_payment').on(t.paymentId),
    index('bank_lines_importer').on(t.importedBy),
    oneOf('bank_lines_use_known', t.use, ['payment', 'note', 'double']),
    check('bank_lines_paid', sql`(${t.use} = 'payment') = (${t.paymentId} is not null)`),
    check('bank_lines_payment_came_in', sql`${t.use} <> 'payment' or ${t.amount} >= 0`),
  ],
)
