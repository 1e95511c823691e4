import { z } from 'zod'
import { encodings, separators } from '#shared/core/csv.ts'
import { dateOrders } from '#shared/core/date-orders.ts'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId } from '#shared/core/ids.ts'
import { line, text } from '#shared/core/text.ts'
import { centsIn } from './cents.ts'

/**
 * The import of a bank's or payment page's CSV (decisions.md §8): first what it would do, then, line by line as
 * confirmed, its application.
 */

/** The largest file, in bytes. */
export const STATEMENT_MAX = 10 * 1024 * 1024
export const LINES_MAX = 50_000
/**
 * The most lines of one application, and how many a client begins with, which sends a large file’s in several: as many as
 * are done in a moment (next-portion.ts), as the embedded database does each in one turn.
 */
export const APPLY_MAX = 500
export const APPLY_FIRST = 100
/** Calls under way at once: the server reads one while the database writes the other. */
export const APPLY_AT_ONCE = 2
/** What a line may be in bytes, with every text as long as it may be. */
const LINE_BYTES = 8 * 1024

/**
 * What a column holds. A paper's id is looked for in `text` and `payer`, of which there may be several. Banks that write
 * credit and debit in two columns have an `amount` and a `paid_out`, of which each line fills one.
 */
export const columnRoles = [
  'date',
  'amount',
  'paid_out',
  'currency',
  'direction',
  'state',
  'payer',
  'text',
  'unused',
] as const
export type ColumnRole = (typeof columnRoles)[number]

export const decimals = ['.', ','] as const

/** How the file is read; what is not given is guessed. */
const readingGiven = z.object({
  encoding: z.enum(encodings).optional(),
  separator: z.enum(separators).optional(),
  /** The line of the column headings, counted from 1; null: there are none. */
  heading: z.number().int().min(1).nullable().optional(),
  decimal: z.enum(decimals).optional(),
  dateOrder: z.enum(dateOrders).optional(),
  columns: z.array(z.enum(columnRoles)).max(200).optional(),
})
export type ReadingGiven = z.output<typeof readingGiven>

const reading = z
  .object({
    encoding: z.enum(encodings),
    separator: z.enum(separators),
    heading: z.number().int().nullable(),
    decimal: z.enum(decimals),
    dateOrder: z.enum(dateOrders),
    columns: z.array(
      z.object({ heading: z.string(), role: z.enum(columnRoles), samples: z.array(z.string()) }),
    ),
  })
  .meta({ id: 'StatementReading' })
export type Reading = z.output<typeof reading>

/**
 * What a line is found to be: `not_arrived` says by its state that it was refunded, failed or is not there yet; `match` pays what is due; `part` less, `over` more, `currency` in another currency;
 * `undue` came for a paper that awaits no payment; `by_hand` is what its paper was verified with by hand; `double` pays again; `several` names several papers; `mistyped` names none, but nearly; `unknown` names none; `unreadable` names one,
 * but its amount cannot be read; `refund` says that money went back for a paper that has as much too much; `below` the same
 * where less than the fee would be left, and what came in for that paper in the same file;
 * `perhaps` may be one imported before, written otherwise; `known` was imported before; `none` is no payment that came in.
 */
export const lineVerdicts = [
  'match',
  'part',
  'over',
  'currency',
  'undue',
  'by_hand',
  'double',
  'several',
  'mistyped',
  'unknown',
  'unreadable',
  'refund',
  'below',
  'not_arrived',
  'perhaps',
  'known',
  'none',
] as const
export type LineVerdict = (typeof lineVerdicts)[number]

const decimal = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,2})?$/)
  .refine((given) => Number(given) !== 0)
const named = z.object({ paperId: z.string(), title: z.string(), author: z.string() })

/** What identifies a line wherever it is imported from: its contents, and the how many-th of equal ones it is. */
const lineKey = { hash: z.string().max(64), occurrence: z.number().int().min(1) }

const judgedLine = z
  .object({
    line: z.number().int(),
    ...lineKey,
    date: z.iso.date().nullable(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    /** What is written for an amount, where it cannot be read as one. */
    unreadable: z.string().nullable(),
    /** Of `not_arrived`: the state as it is written. */
    state: z.string().nullable(),
    payer: z.string(),
    text: z.string(),
    verdict: z.enum(lineVerdicts),
    /** The papers that the line names. */
    papers: z.array(named),
    /** Papers that may be meant, the likeliest first. */
    likely: z.array(named),
    /** Of `part`, `over`, `refund` and `below`: what was received for the paper before. */
    before: z.string().nullable(),
    /** Of `perhaps`: the line imported before that it may be. */
    earlier: z
      .object({
        date: z.iso.date().nullable(),
        amount: z.string(),
        payer: z.string(),
        text: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'StatementLine' })
export type JudgedLine = z.output<typeof judgedLine>

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/admin/payments/import/preview',
  tag: 'Payments desk',
  summary:
    'Reads a bank’s or payment page’s CSV in whatever dialect and says what importing it would do; changes nothing.',
  access: ['admin', 'staff'],
  bodyLimit: Math.ceil(STATEMENT_MAX * 1.4),
  body: z.object({
    /** The file’s bytes, base64. */
    file: z.base64().max(Math.ceil(STATEMENT_MAX * 1.37)),
    reading: readingGiven.default({}),
  }),
  answer: z.object({
    /** As of when the lines are judged. */
    asOf: z.iso.datetime(),
    reading,
    /** What one paper costs; null: any amount is right. */
    fee: z.object({ amount: z.string(), currency: z.string() }).nullable(),
    lines: z.array(judgedLine),
  }),
})

const confirmedLine = z
  .object({
    ...lineKey,
    date: z.iso.date().nullable(),
    /** Below 0 where it is a refund. */
    amount: decimal,
    currency: z.string().max(3).nullable(),
    payer: line(200),
    text: text(1000),
    /** The paper it is for; of several, each gets an equal share unless it is said otherwise. */
    paperIds: z.array(paperId).min(1).max(9),
    /** What of it each paper gets, where a person divided it; together they are the line. */
    shares: z.array(decimal).max(9).optional(),
    /** `payment`: the papers are paid by it, of a line that was divided those whose fee their share makes up, or they were verified by hand with just that amount; `note`: it is only noted with them; `refund`: it was paid back to them. */
    as: z.enum(['payment', 'note', 'refund']),
    /** Of a payment: it pays only if it makes up the fee, with what was noted before; less, more and another currency are noted with the paper. */
    match: z.boolean().optional(),
  })
  .refine(({ amount, as }) => amount.startsWith('-') === (as === 'refund'), {
    path: ['amount'],
    message: 'What was paid back is below 0, and everything else above.',
  })
  .refine(({ shares, as }) => shares === undefined || as === 'payment', {
    path: ['shares'],
    message: 'Only what came in can be divided.',
  })
  .refine(
    ({ shares, amount, paperIds }) =>
      shares === undefined ||
      (shares.length === paperIds.length &&
        new Set(paperIds).size === paperIds.length &&
        shares.every((share) => !share.startsWith('-')) &&
        shares.reduce((sum, share) => sum + centsIn(share), 0) === centsIn(amount)),
    { path: ['shares'], message: 'Give each paper one share; together they are the amount of the line.' },
  )
export type ConfirmedLine = z.output<typeof confirmedLine>

/**
 * `joined`: noted as the payment that was verified by hand before; `double`: noted, as the paper was paid already; `refunded`: noted as paid back; `known`: imported before, nothing done; `meanwhile`: not noted, as just that was noted by hand since the lines were judged;
 * `below`: not noted, as less than the fee would be left; `refused`: no such paper.
 */
export const lineOutcomes = [
  'verified',
  'noted',
  'joined',
  'double',
  'refunded',
  'known',
  'meanwhile',
  'below',
  'refused',
] as const
export type LineOutcome = (typeof lineOutcomes)[number]

export const importPayments = endpoint({
  method: 'POST',
  path: '/api/admin/payments/import',
  tag: 'Payments desk',
  summary:
    'Applies confirmed lines of a statement. A line that was imported before is left alone, so that repeating it changes nothing.',
  access: ['admin', 'staff'],
  bodyLimit: APPLY_MAX * LINE_BYTES,
  body: z.object({
    lines: z.array(confirmedLine).min(1).max(APPLY_MAX),
    /** When they were judged: what somebody noted by hand since is not noted twice. */
    asOf: z.iso.datetime().optional(),
  }),
  answer: z.object({
    message: z.string(),
    lines: z.array(z.object({ ...lineKey, outcome: z.enum(lineOutcomes), paperIds: z.array(z.string()) })),
  }),
})
