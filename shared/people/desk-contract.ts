import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { uuid } from '#shared/core/ids.ts'
import { message, page, sortedQuery, statusOf } from '#shared/core/page.ts'
import { permissionSchema, roleSchema, roles } from '#shared/core/roles.ts'
import { email, line, requiredLine } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { topicList } from '#shared/core/topics.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { abstractStatuses, paperStatuses } from '#shared/submissions/states.ts'

/** The organisers' calls about people: accounts and reviewer invitations (decisions.md §6, §8). */

export const invitationStates = ['sent', 'accepted', 'expired', 'revoked', 'failed', 'bounced'] as const

export const invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    topics: z.array(z.string()),
    state: z.enum(invitationStates),
    sentAt: timestamp,
    expiresAt: timestamp,
    acceptedAt: timestamp.nullable(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof invitation>

/** Somebody to be invited. */
export const invitee = z.object({
  email,
  name: line(200).optional(),
  topics: z.array(requiredLine(100)).max(50).optional(),
  /** Until when the invitation is good; 30 days where nothing is said. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  tag: 'Reviewers',
  summary: 'Reviewer invitations, newest first, with their state.',
  access: ['admin'],
  query: sortedQuery('newest', 'name').extend({ status: statusOf(invitationStates) }),
  answer: page(invitation),
})

export const inviteReviewers = endpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  tag: 'Reviewers',
  summary: 'Invites one person, or up to 200, each by a mail with a PIN; tells who was left out and why.',
  access: ['admin'],
  body: z.union([invitee, z.object({ invitations: z.array(invitee).min(1).max(200) })]),
  answer: z.object({
    message: z.string(),
    items: z.array(invitation),
    skipped: z.array(z.object({ email: z.string(), reason: z.string() })),
  }),
})

const invitationParams = z.object({ invitationId: uuid })

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/{invitationId}/resend',
  tag: 'Reviewers',
  summary:
    'Sends the same invitation again with a new PIN, good for another 30 days or until the date that was set.',
  access: ['admin'],
  params: invitationParams,
  answer: z.object({ message: z.string(), invitation }),
  refusals: ['not_found', 'wrong_state'],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/{invitationId}',
  tag: 'Reviewers',
  summary: 'Revokes an invitation that was not accepted.',
  access: ['admin'],
  params: invitationParams,
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

/** The most reviewers of one call. */
export const MARKED_MAX = 5000

export const markExperienced = endpoint({
  method: 'PUT',
  path: '/api/admin/reviewers/experienced',
  tag: 'Reviewers',
  summary:
    'Marks reviewers as experienced, or takes the mark away; proposals may want one of them for every paper.',
  access: ['admin'],
  body: z.object({ reviewerIds: z.array(uuid).min(1).max(MARKED_MAX), experienced: z.boolean() }),
  answer: message.extend({ changed: z.number().int() }),
  refusals: ['not_found'],
})

const extensions = z.partialRecord(z.enum(deadlineKinds), timestamp)

export const person = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    roles: z.array(permissionSchema),
    organization: z.string(),
    emailVerified: z.boolean(),
    isProfileComplete: z.boolean(),
    disabled: z.boolean(),
    /** Their log-in asks for a code too. */
    secondFactor: z.boolean(),
    /** Reviews that are waited for from them. */
    openReviews: z.number().int(),
    extensions,
    createdAt: timestamp,
    lastLoginAt: timestamp.nullable(),
  })
  .meta({ id: 'Person' })
export type Person = z.output<typeof person>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  tag: 'People',
  summary: 'Everybody with an account; `status` is a role, `staff`, `disabled` or `unverified`.',
  access: ['admin'],
  query: sortedQuery('newest', 'name', 'status').extend({
    status: statusOf([...roles, 'staff', 'disabled', 'unverified']),
  }),
  answer: page(person),
})

const userParams = z.object({ userId: uuid })

export const readUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{userId}',
  tag: 'People',
  summary: 'One person, with their deadlines as they stand for them and what they submitted.',
  access: ['admin'],
  params: userParams,
  answer: z.object({
    person,
    deadlines: z.array(
      z.object({
        kind: z.enum(deadlineKinds),
        /** Everybody's; their own; and the later of the two, which counts. */
        common: timestamp.nullable(),
        personal: timestamp.nullable(),
        inForce: timestamp.nullable(),
      }),
    ),
    submissions: z.array(
      z.object({
        abstractId: z.string(),
        paperId: z.string().nullable(),
        title: z.string(),
        status: z.enum(abstractStatuses),
        paperStatus: z.enum(paperStatuses).nullable(),
        /** It ended without success: rejected or withdrawn. */
        lost: z.boolean(),
        submittedAt: timestamp,
      }),
    ),
  }),
  refusals: ['not_found'],
})

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{userId}',
  tag: 'People',
  summary:
    'Sets role, staff, disabled, topics, most papers at a time or personal deadlines, sends the verification mail again, or turns a lost second factor off.',
  access: ['admin'],
  params: userParams,
  body: z
    .object({
      role: roleSchema.optional(),
      staff: z.boolean().optional(),
      disabled: z.boolean().optional(),
      /** How many papers they review at a time, at most; null is any number. */
      reviewLimit: z.number().int().min(0).max(1000).nullable().optional(),
      /** What they know, of the topics in the conference's settings; none is an empty list. */
      topics: topicList.optional(),
      resendVerification: z.literal(true).optional(),
      /** Turns their two-step verification off, for who lost both device and recovery codes. They are told. */
      resetSecondFactor: z.literal(true).optional(),
      /** A deadline set for this person alone; null takes it away. */
      extensions: z
        .partialRecord(z.enum(deadlineKinds), z.iso.datetime({ offset: true }).nullable())
        .optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'Say what to change.'),
  answer: z.object({ message: z.string(), user: person }),
  refusals: ['not_found', 'wrong_state'],
})
