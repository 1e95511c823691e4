import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { abstractId, paperId } from '#shared/core/ids.ts'
import { message, pageQuery } from '#shared/core/page.ts'
import { requiredText } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { ownPayment } from '#shared/payments/receipt-contract.ts'
import { submissionDetails } from './details.ts'
import { abstractStatuses, paperStatuses, reviewStatuses } from './states.ts'
import { timelineEntry } from './timeline.ts'

/** The author's calls (portal.md §3, §7 "Author abstracts and papers"). */

/**
 * What the author may do now. The client cannot know deadlines, extensions or whether a review has begun, so
 * the server says it.
 */
export const authorAbilities = z
  .object({
    uploadAbstract: z.boolean().meta({ description: 'A new version after a provisional acceptance' }),
    editAbstract: z.boolean().meta({ description: 'Replace the newest version' }),
    deleteAbstract: z.boolean(),
    uploadPaper: z
      .boolean()
      .meta({ description: 'The first paper, or a new version when changes were asked' }),
    editPaper: z.boolean(),
    deletePaper: z.boolean(),
    editDetails: z.boolean().meta({ description: 'Title, co-authors and topics' }),
    reportPayment: z.boolean(),
    withdraw: z.boolean(),
  })
  .meta({ id: 'AuthorAbilities' })
export type AuthorAbilities = z.output<typeof authorAbilities>

const verdictFlags = {
  declined: z.boolean(),
  approved: z.boolean(),
  requestChange: z.boolean(),
  approvalComment: z.string().nullable(),
  requestChangeReason: z.string().nullable(),
  declinedReason: z.string().nullable(),
}

export const abstractItem = z
  .object({
    abstractId: z.string(),
    title: z.string(),
    status: z.enum(abstractStatuses),
    version: z.number().int(),
    fileName: z.string(),
    downloadUrl: z.string().nullable(),
    submittedAt: timestamp,
    updatedAt: timestamp,
    ...verdictFlags,
    approvedAt: timestamp.nullable(),
    paperId: z.string().nullable(),
    paperStatus: z.enum(paperStatuses).nullable(),
    paperReviewStatus: z.enum(reviewStatuses).nullable(),
    paperReviewReason: z.string().nullable(),
    /** The author said that they have paid and nobody has verified it yet, nor found a part of it since. */
    paymentReportedAt: timestamp.nullable(),
    /**
     * Money arrived and is not verified: how much, and what of the fee is still due, as `120.00 EUR`; null where organisers look at
     * it first, as the fee is there, or money in another currency.
     */
    paymentPart: z.object({ received: z.string(), due: z.string().nullable() }).nullable(),
    /** By when a reported payment is to be verified, `2026-03-02` (portal.md §9), and whether that takes longer. */
    paymentPromise: z.object({ day: z.string(), late: z.boolean() }).nullable(),
    /** Why the confirmation of a payment was taken back, until it is confirmed or reported anew. */
    paymentTakenBack: z.string().nullable(),
    /** Nothing is to be paid, and yet there is something of an earlier payment: money, a receipt, a report. */
    paymentEarlier: z.boolean(),
    /** The moment until which the author's next step is open, if there is a next step with a deadline. */
    nextDeadline: timestamp.nullable(),
    /** Until when the newest files may be changed, where review has not begun; null: without a deadline, or not at all. */
    editUntil: z.object({ abstract: timestamp.nullable(), paper: timestamp.nullable() }),
    abilities: authorAbilities,
  })
  .meta({ id: 'AbstractItem' })
export type AbstractItem = z.output<typeof abstractItem>

const abstractList = z.object({
  abstracts: z.array(abstractItem),
  count: z.number().int(),
  nextCursor: z.string().optional(),
  /** The reader's own deadline for new abstracts, a personal extension included. */
  newAbstractUntil: timestamp.nullable(),
  /** Whether a new abstract is taken now. */
  newAbstractOpen: z.boolean(),
})

export const listOngoing = endpoint({
  method: 'GET',
  path: '/api/abstracts/ongoing',
  tag: 'Author',
  summary: 'One’s own submissions still on their way, last changed first.',
  access: ['author'],
  query: pageQuery,
  answer: abstractList,
})

export const listCompleted = endpoint({
  method: 'GET',
  path: '/api/abstracts/completed',
  tag: 'Author',
  summary: 'One’s own submissions that ended: completed, rejected or withdrawn.',
  access: ['author'],
  query: pageQuery,
  answer: abstractList,
})

const abstractVersion = z
  .object({
    id: z.enum(['current', 'request_change']),
    fileName: z.string(),
    file: z.object({ storagePath: z.string() }),
    downloadUrl: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    reviewed: z.boolean(),
  })
  .meta({ id: 'AbstractVersion' })

const abstractParams = z.object({ abstractId })

export const abstractOverview = endpoint({
  method: 'GET',
  path: '/api/abstracts/{abstractId}/overview',
  tag: 'Author',
  summary: 'One’s own submission: status, details, versions, what may be done now, and its timeline.',
  access: ['author'],
  params: abstractParams,
  answer: z.object({
    abstract: abstractItem,
    details: submissionDetails,
    /** What the newest PDF calls itself, where it says something else than the title. */
    proposedTitle: z.string().nullable(),
    versions: z.array(abstractVersion),
    timeline: z.array(timelineEntry),
    /** Null while nothing is or was to be paid. */
    payment: ownPayment.nullable(),
  }),
  refusals: ['not_found'],
})

const paperFile = z
  .object({
    id: z.enum(['current', 'request_change']),
    fileName: z.string(),
    storagePath: z.string(),
    downloadUrl: z.string().nullable(),
    uploaded: z.boolean(),
    size: z.number().int(),
    md5Hash: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'PaperFile' })

export const paperOverview = endpoint({
  method: 'GET',
  path: '/api/abstracts/{abstractId}/paper/overview',
  tag: 'Author',
  summary: 'The paper of one’s own submission; `exists` is false before one was uploaded.',
  access: ['author'],
  params: abstractParams,
  answer: z.object({
    exists: z.boolean(),
    paperId: z.string().nullable(),
    paper: z
      .object({
        status: z.enum(paperStatuses),
        ...verdictFlags,
        updatedAt: timestamp,
        review: z.object({ status: z.enum(reviewStatuses), reason: z.string().nullable() }).nullable(),
      })
      .nullable(),
    files: z.object({ current: paperFile.nullable(), request_change: paperFile.nullable() }),
  }),
  refusals: ['not_found'],
})

/** As what the file is meant; refused as `stale` where the submission would take it as the other. */
const meantAs = z.object({
  as: z.enum(['edit', 'next']).optional().meta({
    description: 'What the file is to be: in place of the newest one, or the next version that is asked for',
  }),
})
export type MeantAs = z.output<typeof meantAs>['as']

const submitRefusals = [
  'too_large',
  'not_a_pdf',
  'encrypted_pdf',
  'broken_pdf',
  'too_many_pages',
  'harmful_file',
  'deadline_passed',
] as const

export const submitAbstract = endpoint({
  method: 'POST',
  path: '/api/abstracts/submit-file',
  tag: 'Author',
  summary: 'Submits a new abstract.',
  access: ['author'],
  file: 'abstract',
  answer: z.object({ abstractId: z.string(), message: z.string() }),
  refusals: submitRefusals,
})

export const resubmitAbstract = endpoint({
  method: 'POST',
  path: '/api/abstracts/{abstractId}/submit-file',
  tag: 'Author',
  summary:
    'A new version after a provisional acceptance, or a replacement of the newest one where it may be edited.',
  access: ['author'],
  params: abstractParams,
  query: meantAs,
  file: 'abstract',
  answer: z.object({ abstractId: z.string(), message: z.string() }),
  refusals: [...submitRefusals, 'not_found', 'wrong_state', 'stale'],
})

export const deleteAbstract = endpoint({
  method: 'DELETE',
  path: '/api/abstracts/{abstractId}/file',
  tag: 'Author',
  summary: 'Deletes one’s own submission with its paper.',
  access: ['author'],
  params: abstractParams,
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

export const withdrawAbstract = endpoint({
  method: 'POST',
  path: '/api/abstracts/{abstractId}/withdraw',
  tag: 'Author',
  summary: 'Withdraws one’s own submission, also when it can no longer be deleted.',
  access: ['author'],
  params: abstractParams,
  body: z.object({ reason: requiredText(2000, 'reason is required') }),
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

export const submitPaper = endpoint({
  method: 'POST',
  path: '/api/abstracts/{abstractId}/paper/submit-file',
  tag: 'Author',
  summary: 'Submits the full paper, replaces it before review, or uploads the revised one.',
  access: ['author'],
  params: abstractParams,
  query: meantAs,
  file: 'paper',
  answer: z.object({
    paperId: z.string(),
    status: z.enum(paperStatuses),
    downloadUrl: z.string(),
    message: z.string(),
  }),
  refusals: [...submitRefusals, 'not_found', 'wrong_state', 'stale'],
})

export const deletePaper = endpoint({
  method: 'DELETE',
  path: '/api/papers/{paperId}',
  tag: 'Author',
  summary: 'Deletes one’s own paper before its review; the submission awaits a paper again.',
  access: ['author'],
  params: z.object({ paperId }),
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})
