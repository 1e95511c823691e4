import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId } from '#shared/core/ids.ts'
import { message, page, pageQuery } from '#shared/core/page.ts'
import { requiredText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { DECISION_TEXT_MAX, DRAFT_TEXT_MAX } from '#shared/submissions/decision-text.ts'
import { asRead } from '#shared/submissions/desk-contract.ts'
import { paperStatuses } from '#shared/submissions/states.ts'
import { authorReadings } from './outcome.ts'
import { ownVerdicts, reviewVerdicts } from './verdict.ts'

/** The reviewer's calls (portal.md §3, §7 "Reviewer"; decisions.md §6). */
const reviewerParams = z.object({ paperId })

/** What a reviewer sees of a paper. Under double anonymity `name` and `fileName` are the paper id. */
const paperHead = { paperId: z.string(), name: z.string(), fileName: z.string(), updatedAt: timestamp }

export const assignedPaper = z
  .object({
    ...paperHead,
    status: z.enum(paperStatuses),
    review: z.object({ status: z.string().nullable() }),
    round: z.number().int(),
    dueAt: timestamp.nullable(),
    /** The deadline for reviews, where it and its grace have passed: the review would be refused. */
    missedDeadline: timestamp.nullable(),
    assignedAt: timestamp,
    hasDraft: z.boolean(),
  })
  .meta({ id: 'AssignedPaper' })
export type AssignedPaper = z.output<typeof assignedPaper>

export const listAssigned = endpoint({
  method: 'GET',
  path: '/api/reviewer/papers/assigned',
  tag: 'Reviewer',
  summary: 'Papers assigned to the reviewer that wait for a review.',
  access: ['reviewer'],
  query: pageQuery,
  answer: page(assignedPaper),
})

export const reviewedPaper = z
  .object({
    ...paperHead,
    status: z.enum(ownVerdicts),
    review: z.object({
      status: z.enum(ownVerdicts),
      reason: z.string().nullable(),
      score: z.number().nullable(),
      decidedAt: timestamp,
    }),
    round: z.number().int(),
    reason: z.string().nullable(),
    requestChange: z.boolean(),
    requestChangeReason: z.string().nullable(),
    declined: z.boolean(),
    declinedReason: z.string().nullable(),
    decidedAt: timestamp,
  })
  .meta({ id: 'ReviewedPaper' })
export type ReviewedPaper = z.output<typeof reviewedPaper>

export const listReviewed = endpoint({
  method: 'GET',
  path: '/api/reviewer/papers/reviewed',
  tag: 'Reviewer',
  summary: 'Papers the reviewer has decided on, the last first, each with the newest review.',
  access: ['reviewer'],
  query: pageQuery,
  answer: page(reviewedPaper).extend({
    counts: z.object({
      approved: z.number().int(),
      requestChange: z.number().int(),
      declined: z.number().int(),
    }),
  }),
})

const draft = z.object({
  score: z.string().max(20),
  comments: z.string().max(DRAFT_TEXT_MAX),
  /** The verdict the text was typed for; null where that was not said. */
  verdict: z.enum(reviewVerdicts).nullable(),
  revision: z.number().int(),
  updatedAt: timestamp,
})

/** How an earlier text of a draft came to be one. */
export const draftTextKinds = ['saved', 'refused'] as const

export const listDraftTexts = endpoint({
  method: 'GET',
  path: '/api/reviewer/papers/{paperId}/draft/texts',
  tag: 'Reviewer',
  summary:
    'Earlier texts of the reviewer’s own draft, the newest first: at most twenty, and the last draft of each earlier round; until the review is submitted.',
  access: ['reviewer'],
  params: reviewerParams,
  answer: z.object({
    items: z.array(
      draft.pick({ score: true, comments: true }).extend({
        id: z.string(),
        /** The round that it was typed for. */
        round: z.number().int(),
        /** `saved` and overtaken later, or `refused` because another window had saved meanwhile. */
        how: z.enum(draftTextKinds),
        at: timestamp,
      }),
    ),
    count: z.number().int(),
  }),
  refusals: ['not_found'],
})

export const previewPaper = endpoint({
  method: 'GET',
  path: '/api/reviewer/papers/{paperId}/preview',
  tag: 'Reviewer',
  summary: 'A link to read an assigned paper, with the reviewer’s draft and earlier rounds beside.',
  access: ['reviewer'],
  params: reviewerParams,
  answer: z.object({
    previewUrl: z.string().nullable(),
    /** Double-anonymous, and the file cannot be shown without what may name its authors: the organisers are to get another. */
    withheld: z.boolean(),
    paper: z.object({
      ...paperHead,
      status: z.enum(paperStatuses),
      round: z.number().int(),
      dueAt: timestamp.nullable(),
      /** The author who submits first; null under double anonymity. */
      authors: z.array(z.object({ name: z.string(), organization: z.string() })).nullable(),
      topics: z.array(z.string()),
    }),
    canDecide: z.boolean(),
    /** Whether the author reads what they write: in any case, where the reviews agree, or what the organisers pass on. */
    authorReads: z.enum(authorReadings),
    /** It waits for their review, or will with the revised version for which they were assigned: they can give it back. */
    canGiveBack: z.boolean(),
    /** They must not decide: a conflict of interest was found after the paper was assigned to them. */
    conflict: z.boolean(),
    /** The deadline for reviews, when it alone stands against deciding. */
    missedDeadline: timestamp.nullable(),
    draft: draft.nullable(),
    /** The last draft of an earlier round, where none of this one has been saved. */
    earlierDraft: draft
      .pick({ score: true, comments: true, updatedAt: true })
      .extend({ round: z.number().int() })
      .nullable(),
    /**
     * The versions before this one, the oldest first: what was there when they reviewed it is there still (decisions.md §6). Null in
     * place of a link: it cannot be shown without what may name its authors.
     */
    earlier: z.array(
      z.object({ version: z.number().int(), submittedAt: timestamp, previewUrl: z.string().nullable() }),
    ),
    /** The reviewer's own reviews of earlier rounds, and of this one once submitted. */
    reviews: z.array(
      z.object({
        round: z.number().int(),
        verdict: z.enum(ownVerdicts),
        score: z.number().nullable(),
        reason: z.string().nullable(),
        decidedAt: timestamp,
      }),
    ),
  }),
  refusals: ['not_found'],
})

/** portal.md §5: a finite number from 0 to 100. */
export const score = z
  .number('Please enter a score (0–100) before submitting.')
  .min(0, 'Please provide a score between 0 and 100.')
  .max(100, 'Please provide a score between 0 and 100.')

/** The round it was typed for; where that is over it is refused. Without it the present one is meant. */
const round = z.number().int().min(1).optional()
/** `updatedAt`: as the paper said it when it was read; a decision on a file that came later is refused. */
const ofPaper = { round, ...asRead }

const decision = {
  method: 'POST',
  tag: 'Reviewer',
  access: ['reviewer'],
  params: reviewerParams,
  answer: message,
  refusals: ['not_found', 'wrong_state', 'stale', 'conflict_of_interest', 'deadline_passed'],
} as const

export const approvePaper = endpoint({
  ...decision,
  path: '/api/reviewer/papers/{paperId}/approve',
  summary: 'The reviewer accepts the paper.',
  body: z.object({ score, comments: text(DECISION_TEXT_MAX).optional(), ...ofPaper }),
})

export const requestPaperChange = endpoint({
  ...decision,
  path: '/api/reviewer/papers/{paperId}/request-change',
  summary: 'The reviewer accepts the paper provisionally and asks for changes.',
  body: z.object({
    score,
    reason: requiredText(DECISION_TEXT_MAX, 'Please provide your comments to the author before submitting.'),
    ...ofPaper,
  }),
})

export const declinePaper = endpoint({
  ...decision,
  path: '/api/reviewer/papers/{paperId}/decline',
  summary: 'The reviewer rejects the paper; an admin confirms or overrules.',
  body: z.object({
    score: score.nullable().default(null),
    reason: requiredText(DECISION_TEXT_MAX, 'Please provide a rejection reason before submitting.'),
    ...ofPaper,
  }),
})

export const withdrawFromPaper = endpoint({
  ...decision,
  path: '/api/reviewer/papers/{paperId}/withdraw',
  summary: 'The reviewer gives an assignment back, with a reason, and may declare a conflict of interest.',
  body: z.object({ reason: requiredText(2000, 'reason is required'), conflict: z.boolean().default(false) }),
  refusals: ['not_found', 'wrong_state'],
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/reviewer/papers/{paperId}/draft',
  tag: 'Reviewer',
  summary: 'Saves the review as typed so far; refused with the newer text when another tab saved meanwhile.',
  access: ['reviewer'],
  params: reviewerParams,
  body: z.object({
    score: z.string().max(20),
    comments: z
      .string()
      .max(DRAFT_TEXT_MAX, `Use at most ${DRAFT_TEXT_MAX} characters.`)
      .refine(
        (t) => t.isWellFormed() && !t.includes('\u0000'),
        'The text holds a character that cannot be stored.',
      ),
    verdict: z.enum(reviewVerdicts).nullable().default(null),
    /** The revision this text was typed over; 0 for the first. */
    revision: z.number().int().min(0),
    round,
  }),
  answer: draft,
  refusals: ['not_found', 'wrong_state', 'stale'],
})
