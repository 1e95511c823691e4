import { type SQL, sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { payments } from './payments.ts'
import { submissions } from './submissions.ts'

/** Whom a paper's receipt is made out to, where its author said so. Written by the payments feature. */
export const payers = pgTable('payers', {
  submissionId: text()
    .primaryKey()
    .references(() => submissions.id),
  name: text().notNull(),
  address: text().notNull(),
  taxNumber: text().notNull(),
})

/**
 * What was given for a verified payment, as it was on that day. A row is never removed and, once void, never valid again
 * (a trigger says so). The numbers of an edition have no gaps: each number refers to the one before it.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey(),
    edition: integer().notNull(),
    number: integer().notNull(),
    /** As people say it: `R26-0007`, the edition's two-digit year and the number. */
    name: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`'R' || lpad((edition % 100)::text, 2, '0') || '-' || lpad(number::text, greatest(4, length(number::text)), '0')`,
      ),
    previous: integer().generatedAlwaysAs((): SQL => sql`nullif(number - 1, 0)`),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    issuedAt: moment().notNull(),
    /** Days are by the conference's clocks. */
    issuedOn: date({ mode: 'string' }).notNull(),
    conference: text().notNull(),
    organiserName: text().notNull(),
    organiserAddress: text().notNull(),
    organiserTaxNumber: text().notNull(),
    /** Empty, as are the next two, once it was forgotten with the account. */
    payerName: text().notNull(),
    payerAddress: text().notNull(),
    payerTaxNumber: text().notNull(),
    paperId: text().notNull(),
    title: text().notNull(),
    /** Null where neither the payment nor the fee said it. */
    amount: numeric({ precision: 11, scale: 2 }),
    currency: text().notNull(),
    reference: text().notNull(),
    voidedAt: moment(),
    voidedOn: date({ mode: 'string' }),
  },
  (t) => [
    unique('receipts_number').on(t.edition, t.number),
    foreignKey({
      name: 'receipts_no_gap',
      columns: [t.edition, t.previous],
      foreignColumns: [t.edition, t.number],
    }),
    check('receipts_from_one', sql`${t.number} >= 1`),
    uniqueIndex('receipts_one_valid').on(t.paymentId).where(sql`voided_at is null`),
    index('receipts_submission').on(t.submissionId),
    index('receipts_payment').on(t.paymentId),
    index('receipts_search').using('gin', t.name.op('gin_trgm_ops')),
    check('receipts_voided_whole', sql`(${t.voidedAt} is null) = (${t.voidedOn} is null)`),
  ],
)
