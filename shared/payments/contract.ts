import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId, uuid } from '#shared/core/ids.ts'
import { message, page, sortedQuery, statusOf } from '#shared/core/page.ts'
import { line, requiredText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { receipt } from './receipt-contract.ts'

/** The payments desk and the author's "I have paid" (decisions.md §8). */

/** A line of an imported statement, as the desk sees it with its paper. */
const statementLine = z.object({
  id: z.string(),
  date: z.string().nullable(),
  /** Below 0: it was paid back. */
  amount: z.string(),
  currency: z.string().nullable(),
  payer: z.string(),
  text: z.string(),
  /** `payment`: the paper was verified by it; `note`: it was noted before that; `double`: it came after the paper was paid. */
  use: z.enum(['payment', 'note', 'double']),
})

export const payment = z
  .object({
    paperId: z.string(),
    title: z.string(),
    payer: z.object({ name: z.string(), email: z.string(), organization: z.string() }),
    /**
     * The last four of a paper that awaits no payment: `sought`: its author reported one before, which is not found yet;
     * `held`: money that came is there for it; `returned`: all of that was paid back; `unfound`: the one that was reported
     * did not arrive.
     */
    state: z.enum(['awaiting', 'reported', 'verified', 'sought', 'held', 'returned', 'unfound']),
    /** Since when the paper awaits payment. */
    since: timestamp,
    reportedAt: timestamp.nullable(),
    /** The day the author says they paid. */
    paidAt: z.string().nullable(),
    authorNote: z.string().nullable(),
    /** Whole business days since the payment was reported (or, unreported, since acceptance). */
    ageBusinessDays: z.number().int(),
    /** Reported more than three business days ago and not verified (portal.md §9). */
    late: z.boolean(),
    /** What arrived in all less what was paid back, by the statements imported or else as verified; by currency, the fee's first. */
    received: z.array(z.object({ amount: z.string(), currency: z.string() })),
    /**
     * That against the fee; null where either is not known. `double` is twice the fee and more in several payments;
     * `foreign`: some of it is in another currency than the fee, and a person must judge it.
     */
    balance: z.enum(['part', 'exact', 'over', 'double', 'foreign']).nullable(),
    /** What of the fee has not arrived yet, where a part has; else null. */
    missing: z.object({ amount: z.string(), currency: z.string() }).nullable(),
    lines: z.array(statementLine),
    /** The newest first; all but one of a payment are void. */
    receipts: z.array(receipt),
    verified: z
      .object({
        at: timestamp,
        by: z.string(),
        reference: z.string().nullable(),
        amount: z.string().nullable(),
        /** Of the amount. */
        currency: z.string(),
        note: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Payment' })
export type Payment = z.output<typeof payment>

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  tag: 'Payments desk',
  summary:
    'Papers awaiting payment and paid ones, and those for which money is there or looked for although they await none; the most urgent first: reported longest ago, then sought or held, awaiting, verified. `status` is awaiting, reported, late, part, over, foreign, held, sought or verified.',
  access: ['admin', 'staff'],
  query: sortedQuery('urgent', 'changed', 'newest', 'id', 'title', 'status').extend({
    status: statusOf([
      'awaiting',
      'reported',
      'late',
      'part',
      'over',
      'foreign',
      'held',
      'sought',
      'verified',
    ]),
  }),
  answer: page(payment),
})

const params = z.object({ paperId })

const DECIMAL = /^\d{1,9}(\.\d{1,2})?$/

/** What a person read off a statement, decimal and above 0; `without` says what leaving it out means. */
const amount = (without: string) =>
  z
    .string()
    .trim()
    .regex(DECIMAL, 'Enter an amount like 250 or 250.00.')
    .refine((given) => Number(given) !== 0, `Enter an amount above 0, or leave it empty ${without}.`)
    .optional()

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/admin/papers/{paperId}/payment/verify',
  tag: 'Payments desk',
  summary:
    'Notes that the fee arrived: the submission is complete. An amount that does not make up the fee with what was noted before is refused until it is said what it is.',
  access: ['admin', 'staff'],
  params,
  body: z.object({
    reference: line(200).optional(),
    /** What arrived beside the parts noted before; without it those parts, or where there are none the fee. */
    amount: amount('for the fee'),
    note: text(2000).optional(),
    /** Of an amount that does not make up the fee: a `part`, which is noted and does not verify, or all that is to be `paid`. */
    as: z.enum(['part', 'paid']).optional(),
    /** What `received` of the payment said; where it is something else by now, the call is refused as `stale`. */
    received: z
      .array(z.object({ amount: z.string().regex(DECIMAL), currency: line(3) }))
      .max(20)
      .optional(),
  }),
  answer: message,
  refusals: ['not_found', 'wrong_state', 'not_the_fee', 'stale'],
})

export const reopenPayment = endpoint({
  method: 'POST',
  path: '/api/admin/papers/{paperId}/payment/reopen',
  tag: 'Payments desk',
  summary: 'Takes a verification back, with a reason: the paper awaits payment again.',
  access: ['admin', 'staff'],
  params,
  body: z.object({ reason: requiredText(2000, 'reason is required') }),
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

export const settleReport = endpoint({
  method: 'POST',
  path: '/api/admin/papers/{paperId}/payment/settle',
  tag: 'Payments desk',
  summary:
    'Ends the search for a payment that was reported. For a paper that now awaits none what arrived is noted, to be paid back, or nothing arrived; what arrives later can be noted still. For one that is to be paid nothing arrived, or nothing beside a part: it awaits payment again. The author is told.',
  access: ['admin', 'staff'],
  params,
  body: z.object({
    /** What arrived, in the fee’s currency; without it nothing did. */
    amount: amount('if nothing arrived'),
    note: text(2000).optional(),
    /** What `reportedAt` of the payment said; where another report stands by now, the call is refused as `stale`. */
    reportedAt: timestamp.optional(),
  }),
  answer: message,
  refusals: ['not_found', 'wrong_state', 'stale'],
})

export const releaseLine = endpoint({
  method: 'POST',
  path: '/api/admin/payments/lines/{lineId}/release',
  tag: 'Payments desk',
  summary: 'Takes a statement’s line that was only noted off its paper; it can be imported again.',
  access: ['admin', 'staff'],
  params: z.object({ lineId: uuid }),
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

/** The author's word that they paid: on which day, and what helps to find it. */
export const paymentReport = z.object({
  paidAt: z.iso.date('Enter the day on which you paid.').optional(),
  note: text(2000).optional(),
})

export const reportPayment = endpoint({
  method: 'POST',
  path: '/api/papers/{paperId}/payment/report',
  tag: 'Author',
  summary: 'The author says that the fee is paid, so that nobody pays twice.',
  access: ['author'],
  params,
  body: paymentReport,
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})
