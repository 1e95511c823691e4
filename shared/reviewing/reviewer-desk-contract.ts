import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId, uuid } from '#shared/core/ids.ts'
import { MANY_MAX, manyRows } from '#shared/core/many.ts'
import { message } from '#shared/core/page.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { invitation } from '#shared/people/desk-contract.ts'
import { assignmentEnd, deskReviewer } from './desk-contract.ts'
import { ownVerdicts } from './verdict.ts'

/** One reviewer as the organisers see them (decisions.md §8 "Reviewers"). */

const paper = { paperId: z.string(), title: z.string() }

/** Where an assignment stands; `resting` stands, but its paper is not under review now. */
export const assignmentStates = ['waiting', 'reviewed', 'resting', 'ended'] as const

const reviewersAssignment = z.object({
  ...paper,
  state: z.enum(assignmentStates),
  assignedAt: timestamp,
  dueAt: timestamp.nullable(),
  /** The review is overdue, or came after it was due. */
  late: z.boolean(),
  reviewedAt: timestamp.nullable(),
  overrideReason: z.string().nullable(),
  ended: assignmentEnd.nullable(),
})
export type ReviewersAssignment = z.output<typeof reviewersAssignment>

export const readReviewer = endpoint({
  method: 'GET',
  path: '/api/admin/reviewers/{reviewerId}',
  tag: 'Reviewers',
  summary: 'One reviewer: load and limit, assignments with due dates, reviews, conflicts and invitations.',
  access: ['admin'],
  params: z.object({ reviewerId: uuid }),
  answer: z.object({
    reviewer: deskReviewer.extend({ disabled: z.boolean() }),
    /** The deadline for reviews as it stands for them; personal where it was extended. */
    reviewDeadline: z.object({ at: timestamp, personal: z.boolean() }).nullable(),
    assignments: z.array(reviewersAssignment),
    reviews: z.array(
      z.object({
        ...paper,
        round: z.number().int(),
        verdict: z.enum(ownVerdicts),
        score: z.number().nullable(),
        decidedAt: timestamp,
      }),
    ),
    /** Declared ones of all papers, and what keeps them from papers that can be assigned now. */
    conflicts: z.array(
      z.object({
        ...paper,
        reason: z.string(),
        overridable: z.boolean(),
        /** When they declared it; null for one that the portal found. */
        declaredAt: timestamp.nullable(),
      }),
    ),
    invitations: z.array(invitation),
  }),
  refusals: ['not_found'],
})

export const changeDue = endpoint({
  method: 'PATCH',
  path: '/api/admin/papers/{paperId}/assignments/{reviewerId}',
  tag: 'Papers desk',
  summary: 'Sets when an assignment’s review is due; null takes the due date away. The reviewer is told.',
  access: ['admin'],
  params: z.object({ paperId, reviewerId: uuid }),
  body: z.object({ dueAt: z.iso.datetime({ offset: true }).nullable() }),
  answer: message,
  refusals: ['not_found'],
})

const reminded = z.object({ reviewerIds: z.array(uuid).min(1).max(MANY_MAX) })

export const previewReminders = endpoint({
  method: 'POST',
  path: '/api/admin/reviewers/reminders/preview',
  tag: 'Reviewers',
  summary: 'Whom a reminder of overdue reviews would reach and of which papers; sends nothing.',
  access: ['admin'],
  body: reminded,
  answer: manyRows,
})

export const remindReviewers = endpoint({
  method: 'POST',
  path: '/api/admin/reviewers/reminders',
  tag: 'Reviewers',
  summary: 'Reminds reviewers of what is overdue, each by one mail; of no paper twice within a day.',
  access: ['admin'],
  body: reminded,
  answer: manyRows,
})
