import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId, uuid } from '#shared/core/ids.ts'
import { page, pageQuery } from '#shared/core/page.ts'
import { requiredText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { assignmentProblems } from './judge.ts'

/** One engine behind every way of assigning: preview, application, taking back (decisions.md §8). */

/** The most pairs at once: 5,000 papers of three reviewers each, and more. */
export const PAIRS_MAX = 20_000
/** As many people as a proposal can weigh. */
const LIMITS_MAX = 5000
/** The most bytes of so many pairs. */
export const PAIRS_BYTES = 8_000_000
/** The longest list, in characters: so many rows as they are exported. */
export const LIST_MAX = 4_000_000
/** A character is at most four bytes in a file, and hardly more on its way. */
const LIST_BYTES = 4 * LIST_MAX

const pair = z.object({
  paperId,
  reviewerId: uuid,
  /** Null: none of its own, the deadline for reviews holds; left out: what is assigned already keeps its own. */
  dueAt: z.iso.datetime({ offset: true }).nullable().optional(),
  /** Why this pair is assigned although a rule that yields to a reason speaks against it. */
  overrideReason: text(2000).optional(),
})
export type AssignmentPair = z.output<typeof pair>

const pairs = z.array(pair).min(1).max(PAIRS_MAX)
/** How many papers certain people are to have at a time, in place of what is asked of all. */
export const limits = z
  .array(z.object({ reviewerId: uuid, most: z.number().int().min(0).max(1000) }))
  .max(LIMITS_MAX)
/** What the pairs were asked for with, where it is other than the settings. */
const asked = {
  /** A paper that gets more than this is said. */
  reviewsPerPaper: z.number().int().min(1).max(10).optional(),
  /** As a limit of every reviewer, where their own is not lower. */
  mostPapers: z.number().int().min(0).max(1000).optional(),
  /** For these people another in its place. */
  limits: limits.optional(),
  /** A pair that is assigned already and comes with another due date gets that, as an exported list that was edited means it. */
  changesDue: z.boolean().optional(),
}
/** What a preview saw of who is on each paper: how often somebody was assigned to it, or taken off. */
const seen = z.array(z.object({ paperId: z.string(), changes: z.number().int() })).max(PAIRS_MAX)
export type SeenPapers = z.output<typeof seen>
export type PlanBounds = { [Key in keyof typeof asked]?: z.output<(typeof asked)[Key]> }

const judged = z
  .object({
    paperId: z.string(),
    reviewerId: z.string(),
    title: z.string().nullable(),
    reviewer: z.string().nullable(),
    /** Null: it can be, or was, assigned. */
    problem: z
      .object({ code: z.enum(assignmentProblems), message: z.string(), overridable: z.boolean() })
      .nullable(),
    /** It is assigned already, and gets the due date of the pair (null: the deadline for reviews); null: its due date stays, or it is new. */
    dueChange: z.object({ from: z.iso.datetime().nullable(), to: z.iso.datetime().nullable() }).nullable(),
    /** What an organiser should know before, though it keeps nobody from the paper. */
    warning: z.string().nullable(),
  })
  .meta({ id: 'JudgedAssignment' })
export type JudgedAssignment = z.output<typeof judged>

export const previewAssignments = endpoint({
  method: 'POST',
  path: '/api/admin/assignments/preview',
  tag: 'Assignment',
  summary: 'What applying these pairs would do, one by one and for each reviewer’s load; changes nothing.',
  access: ['admin'],
  body: z.object({ pairs, ...asked }),
  bodyLimit: PAIRS_BYTES,
  answer: z.object({
    rows: z.array(judged),
    loads: z.array(
      z.object({
        reviewerId: z.string(),
        reviewer: z.string(),
        open: z.number().int(),
        added: z.number().int(),
        limit: z.number().int().nullable(),
      }),
    ),
    /** Sent back with what is applied of it. */
    seen,
  }),
})

export const assignmentSources = ['by_hand', 'list', 'automatic'] as const
export type AssignmentSource = (typeof assignmentSources)[number]

export const applyAssignments = endpoint({
  method: 'POST',
  path: '/api/admin/assignments/apply',
  tag: 'Assignment',
  summary:
    'Assigns what can be assigned, as one batch, and names what cannot and why; nothing where who reviews one of the papers is not as the preview saw it, if that is said.',
  access: ['admin'],
  body: z.object({
    pairs,
    source: z.enum(assignmentSources).default('by_hand'),
    ...asked,
    /** As the preview answered it; other papers than those of the pairs are passed over. */
    seen: seen.optional(),
  }),
  bodyLimit: PAIRS_BYTES,
  answer: z.object({
    message: z.string(),
    /** Null when nothing could be assigned, and no due date changed. */
    batchId: z.string().nullable(),
    rows: z.array(judged),
  }),
  refusals: ['stale'],
})

export const readAssignmentList = endpoint({
  method: 'POST',
  path: '/api/admin/assignments/read-list',
  tag: 'Assignment',
  summary:
    'Reads a CSV or pasted list of papers and reviewers: ids, addresses and names in any order and case, and due dates and reasons under the headings of the export. Changes nothing.',
  access: ['admin'],
  body: z.object({ list: requiredText(LIST_MAX, 'The list is empty.') }),
  bodyLimit: LIST_BYTES,
  answer: z.object({
    /** A first row that was passed over: it looks like the names of the columns. */
    heading: z.object({ line: z.number().int(), text: z.string() }).nullable(),
    rows: z.array(
      z.object({
        line: z.number().int(),
        text: z.string(),
        paperId: z.string().nullable(),
        reviewerId: z.string().nullable(),
        reviewer: z.string().nullable(),
        /** When its review is due, where the list says so and the conference’s deadline does not. */
        dueAt: z.iso.datetime().nullable(),
        /** The list has a column of due dates, which leaves this one empty or names the conference’s deadline. */
        dueGeneral: z.boolean(),
        /** The due date that the list gives has passed: the conference’s deadline holds. */
        duePassed: z.boolean(),
        /** Why it is assigned in spite of what speaks against it. */
        overrideReason: z.string().nullable(),
        /** What is not understood; null when the row names one paper and one reviewer, and all else in it is read. */
        problem: z.string().nullable(),
        /** Papers that may be meant by a mistyped id. */
        likely: z.array(z.string()),
      }),
    ),
  }),
})

const batch = z
  .object({
    id: z.string(),
    madeAt: timestamp,
    madeBy: z.string(),
    source: z.enum(assignmentSources),
    assigned: z.number().int(),
    /** Still standing. */
    standing: z.number().int(),
    reviewed: z.number().int(),
    /** So many of what was assigned before got another due date. */
    dueChanges: z.number().int(),
    undoneAt: timestamp.nullable(),
  })
  .meta({ id: 'AssignmentBatch' })
export type AssignmentBatch = z.output<typeof batch>

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/batches',
  tag: 'Assignment',
  summary: 'What was assigned together, the newest first.',
  access: ['admin'],
  query: pageQuery,
  answer: page(batch),
})

export const undoBatch = endpoint({
  method: 'POST',
  path: '/api/admin/assignments/batches/{batchId}/undo',
  tag: 'Assignment',
  summary:
    'Takes a whole batch back, as long as none of its assignments has a review; due dates that it changed are as before, unless they were changed since.',
  access: ['admin'],
  params: z.object({ batchId: uuid }),
  answer: z.object({
    message: z.string(),
    undone: z.number().int(),
    /** So many due dates are as they were before the batch. */
    restored: z.number().int(),
    /** Whose due date stays as it is, and why: it was changed since, or the earlier one has passed. */
    left: z.array(z.string()),
  }),
  refusals: ['not_found', 'wrong_state'],
})
