import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId, uuid } from '#shared/core/ids.ts'
import { MANY_MAX, manyRows } from '#shared/core/many.ts'
import { message } from '#shared/core/page.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { invitation, invitee } from '#shared/people/desk-contract.ts'
import { conflict } from './conflict.ts'
import { assignmentEnd, deskReviewer } from './desk-contract.ts'
import { ownVerdicts } from './verdict.ts'

/** One reviewer as the organisers see them (decisions.md §8 "Reviewers"). */

/** A conflict of interest with a submission. */
const openConflict = conflict
  .extend({
    abstractId: z.string(),
    /** Null before there is a paper. */
    paperId: z.string().nullable(),
    title: z.string(),
  })
  .meta({ id: 'OpenConflict' })
export type OpenConflict = z.output<typeof openConflict>

const paper = { paperId: z.string(), title: z.string() }

/** Where an assignment stands; `resting` stands, but its paper is not under review now. */
export const assignmentStates = ['waiting', 'reviewed', 'resting', 'ended'] as const

const reviewersAssignment = z.object({
  ...paper,
  state: z.enum(assignmentStates),
  assignedAt: timestamp,
  /** When the review is due: as set for it, else at the deadline for reviews. */
  dueAt: timestamp.nullable(),
  /** What was set for this assignment. */
  ownDueAt: timestamp.nullable(),
  /** The review is overdue, or came after it was due. */
  late: z.boolean(),
  reviewedAt: timestamp.nullable(),
  overrideReason: z.string().nullable(),
  /** Whether it can be taken back now. */
  canUnassign: z.boolean(),
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
    /** Declared ones of all papers, and those found with what is or may come under review. */
    conflicts: z.array(
      openConflict.extend({
        /** When they declared it; null for one that the portal found. */
        declaredAt: timestamp.nullable(),
      }),
    ),
    invitations: z.array(invitation),
  }),
  refusals: ['not_found'],
})

export const checkInvitees = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/check',
  tag: 'Reviewers',
  summary:
    'Before inviting: who would be left out and why, and with which submissions each would have a conflict of interest. Changes nothing.',
  access: ['admin'],
  body: z.object({ invitations: z.array(invitee).min(1).max(200) }),
  answer: z.object({
    items: z.array(
      z.object({
        email: z.string(),
        /** Why they would be left out; null for who would be invited. */
        problem: z.string().nullable(),
        /** How many submissions they could not review, or only with a reason. */
        count: z.number().int(),
        /** These, and those where a warning is due. */
        conflicts: z.array(openConflict),
        /** How many are not named. */
        more: z.number().int(),
      }),
    ),
  }),
})
export type CheckedInvitee = z.output<typeof checkInvitees.answer>['items'][number]

export const changeDue = endpoint({
  method: 'PATCH',
  path: '/api/admin/papers/{paperId}/assignments/{reviewerId}',
  tag: 'Papers desk',
  summary:
    'Sets when an assignment’s review is due; null leaves it to the deadline for reviews. The reviewer is told.',
  access: ['admin'],
  params: z.object({ paperId, reviewerId: uuid }),
  body: z.object({ dueAt: z.iso.datetime({ offset: true }).nullable() }),
  answer: message,
  refusals: ['not_found', 'invalid', 'deadline_passed'],
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
