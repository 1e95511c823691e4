import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId, uuid } from '#shared/core/ids.ts'
import { message, page, sortedQuery, statusOf } from '#shared/core/page.ts'
import { requiredText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { conflict } from '#shared/reviewing/conflict.ts'
import { asRead, decisionForms } from '#shared/submissions/desk-contract.ts'
import { submissionDetails } from '#shared/submissions/details.ts'
import { paperStatuses, reviewStatuses, stages } from '#shared/submissions/states.ts'
import { timelineEntry } from '#shared/submissions/timeline.ts'

/** The organisers' papers and reviewers desk (decisions.md §8). */

const lateConflict = z.object({
  reviewer: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
})
export type LateConflict = z.output<typeof lateConflict>

export const deskPaper = z
  .object({
    paperId: z.string(),
    abstractId: z.string(),
    title: z.string(),
    fileName: z.string(),
    author: z.object({ name: z.string(), email: z.string(), organization: z.string() }),
    status: z.enum(paperStatuses),
    declined: z.boolean(),
    withdrawn: z.boolean(),
    reviewStatus: z.enum(reviewStatuses).nullable(),
    round: z.number().int(),
    /** Reviewers who will review it or whose review of this round is in; not those who were disabled before. */
    assigned: z.number().int(),
    reviewsIn: z.number().int(),
    reviewsNeeded: z.number().int(),
    /** All reviews are in, or a reviewer rejected: an organiser has to decide. */
    decisionNeeded: z.boolean(),
    /** Reviewers whose review is waited for and who must not write it, as was found after they were assigned. */
    lateConflicts: z.array(lateConflict),
    /** Double-anonymous, and the file cannot be shown to reviewers without what may name its authors. */
    withheld: z.boolean(),
    updatedAt: timestamp,
  })
  .meta({ id: 'DeskPaper' })
export type DeskPaper = z.output<typeof deskPaper>

/** A paper's status, the stage behind it, or what is to be done. Status `complete` is all that ended; `paid` was accepted and paid. */
const paperFilters = [
  'paid',
  'decision_needed',
  'unassigned',
  'late_conflict',
  'withheld',
  ...paperStatuses,
  ...stages,
] as const

export const listPapers = endpoint({
  method: 'GET',
  path: '/api/admin/papers',
  tag: 'Papers desk',
  summary:
    'All papers; `status` filters by paper status, or `decision_needed`, `unassigned`, `late_conflict`, `withheld`; `complete` is every paper that ended, `paid`, `paper_declined` and `withdrawn` how; `sort` is changed, newest, id, title or status.',
  access: ['admin'],
  query: sortedQuery('changed', 'newest', 'id', 'title', 'status').extend({ status: statusOf(paperFilters) }),
  answer: page(deskPaper),
})

export const countDecisionsNeeded = endpoint({
  method: 'GET',
  path: '/api/admin/papers/decisions-needed',
  tag: 'Papers desk',
  summary:
    'How many papers under review would wait for a decision if so many reviews of a paper were asked for.',
  access: ['admin'],
  query: z.object({ reviewsPerPaper: z.coerce.number().int().min(1).max(10) }),
  answer: z.object({ count: z.number().int() }),
})

const params = z.object({ paperId })
const person = z.object({ id: z.string(), name: z.string(), email: z.string(), organization: z.string() })

export const deskReview = z.object({
  reviewer: person,
  round: z.number().int(),
  verdict: z.enum(['approved', 'request_change', 'declined']),
  score: z.number().nullable(),
  reason: z.string().nullable(),
  decidedAt: timestamp,
})

/** When, how and why an assignment ended. */
export const assignmentEnd = z.object({
  at: timestamp,
  how: z.enum(['unassigned', 'withdrawn', 'conflict']),
  reason: z.string().nullable(),
})

export const deskAssignment = z.object({
  reviewer: person,
  /** Why the reviewer, still assigned, will write no review: disabled, or of another role now. */
  inactive: z.enum(['disabled', 'no_reviewer']).nullable(),
  assignedAt: timestamp,
  /** When the review is due: as set for it, else at the deadline for reviews. */
  dueAt: timestamp.nullable(),
  /** What was set for this assignment. */
  ownDueAt: timestamp.nullable(),
  /** The review is waited for, and overdue. */
  late: z.boolean(),
  overrideReason: z.string().nullable(),
  /** Null while it stands; otherwise why it ended. */
  ended: assignmentEnd.nullable(),
  reviewed: z.boolean(),
  /** Whether it can be taken back now. */
  canUnassign: z.boolean(),
  /** What speaks against it as things are known now; null too once it ended. */
  conflict: conflict.nullable(),
})

export const paperDeskOverview = endpoint({
  method: 'GET',
  path: '/api/admin/papers/{paperId}/overview',
  tag: 'Papers desk',
  summary: 'One paper with its versions, assignments, reviews of all rounds and timeline.',
  access: ['admin'],
  params,
  answer: z.object({
    paper: deskPaper,
    details: submissionDetails,
    versions: z.array(
      z.object({
        id: z.enum(['current', 'request_change', 'earlier']),
        fileName: z.string(),
        number: z.number().int(),
        size: z.number().int(),
        md5Hash: z.string(),
        downloadUrl: z.string(),
        createdAt: timestamp,
      }),
    ),
    assignments: z.array(deskAssignment),
    reviews: z.array(deskReview),
    timeline: z.array(timelineEntry),
    abilities: z.object({
      approve: z.boolean(),
      requestChange: z.boolean(),
      decline: z.boolean(),
      reopen: z.boolean(),
      assign: z.boolean(),
    }),
  }),
  refusals: ['not_found'],
})

export const paperDeskPreview = endpoint({
  method: 'GET',
  path: '/api/admin/papers/{paperId}/preview',
  tag: 'Papers desk',
  summary: 'A link to read the newest version of the paper.',
  access: ['admin'],
  params,
  answer: z.object({
    previewUrl: z.string().nullable(),
    /** When that version was uploaded. */
    createdAt: timestamp.nullable(),
  }),
  refusals: ['not_found'],
})

const decision = {
  method: 'POST',
  tag: 'Papers desk',
  access: ['admin'],
  params,
  answer: message,
  refusals: ['not_found', 'wrong_state', 'stale'],
} as const

export const approvePaperAsChair = endpoint({
  ...decision,
  path: '/api/admin/papers/{paperId}/approve',
  summary: 'Accepts a paper: it awaits payment.',
  body: decisionForms.approve,
})

export const requestPaperChangeAsChair = endpoint({
  ...decision,
  path: '/api/admin/papers/{paperId}/request-change',
  summary: 'Asks the author for a revised paper.',
  body: decisionForms.requestChange,
})

export const declinePaperAsChair = endpoint({
  ...decision,
  path: '/api/admin/papers/{paperId}/decline',
  summary: 'Rejects a paper, or confirms a reviewer’s rejection: the submission ends.',
  body: decisionForms.decline,
})

export const reopenPaper = endpoint({
  ...decision,
  path: '/api/admin/papers/{paperId}/reopen',
  summary: 'Takes a decision back: the paper is under review again, in a new round.',
  body: z.object({ reason: requiredText(2000, 'reason is required'), ...asRead }),
})

export const assignReviewer = endpoint({
  method: 'POST',
  path: '/api/admin/papers/{paperId}/assignments',
  tag: 'Papers desk',
  summary:
    'Assigns a reviewer. Conflicts of interest are refused; the organisation rule can be overridden with a reason.',
  access: ['admin'],
  params,
  body: z.object({
    reviewerId: uuid,
    dueAt: z.iso.datetime({ offset: true }).optional(),
    overrideReason: text(2000).optional(),
  }),
  answer: z.object({ message: z.string(), assignment: deskAssignment }),
  refusals: ['not_found', 'wrong_state', 'already_exists', 'conflict_of_interest', 'invalid'],
})

export const unassignReviewer = endpoint({
  method: 'DELETE',
  path: '/api/admin/papers/{paperId}/assignments/{reviewerId}',
  tag: 'Papers desk',
  summary:
    'Takes an assignment back, unless its review counts in a round that goes on, or no round can follow; reviews that are in stay.',
  access: ['admin'],
  params: params.extend({ reviewerId: uuid }),
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

export const deskReviewer = person
  .extend({
    topics: z.array(z.string()),
    /** How many papers at a time, at most; null is any number. */
    limit: z.number().int().nullable(),
    /** Marked by an organiser. */
    experienced: z.boolean(),
    assigned: z.number().int(),
    done: z.number().int(),
    overdue: z.number().int(),
    lastLoginAt: timestamp.nullable(),
  })
  .meta({ id: 'DeskReviewer' })
export type DeskReviewer = z.output<typeof deskReviewer>

export const listReviewers = endpoint({
  method: 'GET',
  path: '/api/admin/reviewers',
  tag: 'Reviewers',
  summary:
    'All reviewers with their load, as they registered, by name or by load; `status` is overdue, idle, full or experienced. With `paperId`, `conflict` says what speaks against assigning one to it.',
  access: ['admin'],
  query: sortedQuery('registered', 'name', 'load').extend({
    status: statusOf(['overdue', 'idle', 'full', 'experienced']),
    paperId: paperId.optional(),
  }),
  answer: page(deskReviewer.extend({ conflict: conflict.nullable() })),
})
