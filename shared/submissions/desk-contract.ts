import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { abstractId } from '#shared/core/ids.ts'
import { MANY_MAX, manyRows } from '#shared/core/many.ts'
import { message, page, sortedQuery, statusOf } from '#shared/core/page.ts'
import { requiredText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { reviewVerdicts } from '#shared/reviewing/verdict.ts'
import { DECISION_TEXT_MAX } from './decision-text.ts'
import { submissionDetails } from './details.ts'
import { abstractStatuses, paperStatuses, reviewStatuses, stages } from './states.ts'
import { timelineEntry } from './timeline.ts'

/** The admin's abstracts desk (portal.md §2 "Admin dashboard", §7 "Admin"). */

export const deskAbstract = z
  .object({
    abstractId: z.string(),
    title: z.string(),
    fileName: z.string(),
    author: z.object({ name: z.string(), email: z.string(), organization: z.string() }),
    status: z.enum(abstractStatuses),
    version: z.number().int(),
    submittedAt: timestamp,
    updatedAt: timestamp,
    /** The decision in force on the abstract, of whatever became of the paper later. */
    verdict: z.enum(['approved', 'request_change', 'declined']).nullable(),
    approved: z.boolean(),
    declined: z.boolean(),
    requestChange: z.boolean(),
    approvalComment: z.string().nullable(),
    requestChangeReason: z.string().nullable(),
    declinedReason: z.string().nullable(),
    decidedAt: timestamp.nullable(),
    /** The author took it back, whatever was decided before. */
    withdrawn: z.boolean(),
    paperId: z.string().nullable(),
    paperStatus: z.enum(paperStatuses).nullable(),
    paperReviewStatus: z.enum(reviewStatuses).nullable(),
  })
  .meta({ id: 'DeskAbstract' })
export type DeskAbstract = z.output<typeof deskAbstract>

const counts = z.object({
  pending: z.number().int(),
  reviewed: z.number().int(),
  approved: z.number().int(),
  requestChange: z.number().int(),
  declined: z.number().int(),
})

/** `counts` are of the whole conference, whatever the filter. */
const list = page(deskAbstract).extend({ counts })

/** An abstract's status, or the stage behind it. */
const status = statusOf([...abstractStatuses, ...stages])

export const listAbstracts = endpoint({
  method: 'GET',
  path: '/api/admin/abstracts',
  tag: 'Abstracts desk',
  summary: 'All abstracts; `sort` is newest, changed, id, title or status, with a minus turned round.',
  access: ['admin'],
  query: sortedQuery('newest', 'changed', 'id', 'title', 'status').extend({ status }),
  answer: list,
})

export const listPendingAbstracts = endpoint({
  ...listAbstracts,
  path: '/api/admin/abstracts/pending',
  summary: 'Abstracts waiting for a decision.',
})

export const listReviewedAbstracts = endpoint({
  ...listAbstracts,
  path: '/api/admin/abstracts/approved',
  summary: 'Abstracts with a decision, whatever it was; the last decided first.',
  query: sortedQuery('decided', 'newest', 'changed', 'id', 'title', 'status').extend({ status }),
})

const params = z.object({ abstractId })

export const previewAbstract = endpoint({
  method: 'GET',
  path: '/api/admin/abstracts/{abstractId}/preview',
  tag: 'Abstracts desk',
  summary: 'A link to read the newest version, with the abstract and its timeline beside.',
  access: ['admin'],
  params,
  answer: z.object({
    previewUrl: z.string().nullable(),
    abstract: deskAbstract,
    details: submissionDetails,
    timeline: z.array(timelineEntry),
    canReopen: z.boolean(),
  }),
  refusals: ['not_found'],
})

/** Comments are sent only when not blank (portal.md §5). */
const approvalForm = z.object({ comments: text(DECISION_TEXT_MAX).optional() })
const reason = requiredText(DECISION_TEXT_MAX, 'reason is required')
const requestChangeForm = z.object({ confirmText: z.literal('REQUEST_CHANGE'), reason })
const declineForm = z.object({ confirmText: z.literal('DECLINE'), reason })

/** What a decision is about, as it was when it was read; where it has changed since, the decision is refused. */
export const asRead = { updatedAt: timestamp.optional() }

/** What an organiser's decision on one abstract or one paper says. */
export const decisionForms = {
  approve: approvalForm.extend(asRead),
  requestChange: requestChangeForm.extend(asRead),
  decline: declineForm.extend(asRead),
}

const decision = {
  method: 'POST',
  tag: 'Abstracts desk',
  access: ['admin'],
  params,
  answer: message,
  refusals: ['not_found', 'wrong_state', 'stale'],
} as const

export const approveAbstract = endpoint({
  ...decision,
  path: '/api/admin/abstracts/{abstractId}/approve',
  summary: 'Accepts an abstract: the author may submit the paper.',
  body: decisionForms.approve,
})

export const requestAbstractChange = endpoint({
  ...decision,
  path: '/api/admin/abstracts/{abstractId}/request-change',
  summary: 'Accepts an abstract provisionally: the author revises and resubmits.',
  body: decisionForms.requestChange,
})

export const declineAbstract = endpoint({
  ...decision,
  path: '/api/admin/abstracts/{abstractId}/decline',
  summary: 'Rejects an abstract: the submission ends.',
  body: decisionForms.decline,
})

export const reopenAbstract = endpoint({
  ...decision,
  path: '/api/admin/abstracts/{abstractId}/reopen',
  summary: 'Takes the decision on an abstract back, while there is no paper: it waits for a decision again.',
  body: z.object({ reason: requiredText(2000, 'reason is required'), ...asRead }),
})

/** An abstract as it was when it was chosen: what has changed since then is not decided. */
const chosenAbstract = z.object({ abstractId, updatedAt: timestamp })
export type ChosenAbstract = z.output<typeof chosenAbstract>
const chosen = z.array(chosenAbstract).min(1).max(MANY_MAX)

/** One verdict on many, in the words that one abstract is decided by. */
const together = z.discriminatedUnion('verdict', [
  approvalForm.extend({ verdict: z.literal('approve') }),
  requestChangeForm.extend({ verdict: z.literal('request_change') }),
  declineForm.extend({ verdict: z.literal('decline') }),
])
export type TogetherDecision = z.output<typeof together>

export const previewAbstractDecisions = endpoint({
  method: 'POST',
  path: '/api/admin/abstracts/decisions/preview',
  tag: 'Abstracts desk',
  summary: 'Which of these abstracts can be decided now, and why others cannot; changes nothing.',
  access: ['admin'],
  body: z.object({ verdict: z.enum(reviewVerdicts), abstracts: chosen }),
  answer: manyRows,
})

export const decideAbstracts = endpoint({
  method: 'POST',
  path: '/api/admin/abstracts/decisions',
  tag: 'Abstracts desk',
  summary: 'Decides many abstracts alike: what cannot be is named, the rest is done.',
  access: ['admin'],
  body: z.object({ decision: together, abstracts: chosen }),
  answer: manyRows,
})
