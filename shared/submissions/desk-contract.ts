import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { abstractId } from '#shared/core/ids.ts'
import { message, page, sortedQuery } from '#shared/core/page.ts'
import { requiredText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { submissionDetails } from './details.ts'
import { abstractStatuses, paperStatuses, reviewStatuses } from './states.ts'
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

export const listAbstracts = endpoint({
  method: 'GET',
  path: '/api/admin/abstracts',
  tag: 'Abstracts desk',
  summary: 'All abstracts; `sort` is newest, changed, id, title or status, with a minus turned round.',
  access: ['admin'],
  query: sortedQuery('newest', 'changed', 'id', 'title', 'status'),
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
  query: sortedQuery('decided', 'newest', 'changed', 'id', 'title', 'status'),
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
  }),
  refusals: ['not_found'],
})

/** Comments are sent only when not blank (portal.md §5). */
export const approvalForm = z.object({ comments: text(10_000).optional() })
const reason = requiredText(10_000, 'reason is required')
export const requestChangeForm = z.object({ confirmText: z.literal('REQUEST_CHANGE'), reason })
export const declineForm = z.object({ confirmText: z.literal('DECLINE'), reason })

const decision = {
  method: 'POST',
  tag: 'Abstracts desk',
  access: ['admin'],
  params,
  answer: message,
  refusals: ['not_found', 'wrong_state'],
} as const

export const approveAbstract = endpoint({
  ...decision,
  path: '/api/admin/abstracts/{abstractId}/approve',
  summary: 'Accepts an abstract: the author may submit the paper.',
  body: approvalForm,
})

export const requestAbstractChange = endpoint({
  ...decision,
  path: '/api/admin/abstracts/{abstractId}/request-change',
  summary: 'Accepts an abstract provisionally: the author revises and resubmits.',
  body: requestChangeForm,
})

export const declineAbstract = endpoint({
  ...decision,
  path: '/api/admin/abstracts/{abstractId}/decline',
  summary: 'Rejects an abstract: the submission ends.',
  body: declineForm,
})
