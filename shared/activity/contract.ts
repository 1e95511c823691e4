import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { page, sortedQuery, statusOf } from '#shared/core/page.ts'
import { timestamp } from '#shared/core/timestamp.ts'

/** What activity is about: one for each kind of row that is watched. */
export const activityKinds = [
  'submission',
  'co_author',
  'version',
  'assignment',
  'conflict',
  'review',
  'payment',
  'bank_line',
  'receipt',
  'person',
  'passkey',
  'invitation',
  'extension',
  'settings',
  'mail',
  'mail_text',
  'mailing',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityActions = ['created', 'changed', 'removed'] as const

const person = z.object({ id: z.string(), name: z.string() })

export const activityEntry = z
  .object({
    id: z.number().int(),
    at: timestamp,
    /** Null: the portal itself. */
    actor: person.nullable(),
    kind: z.enum(activityKinds),
    action: z.enum(activityActions),
    submission: z
      .object({
        abstractId: z.string(),
        paperId: z.string().nullable(),
        title: z.string(),
        /** Deleted, or gone for good: there is no page to open. */
        gone: z.boolean(),
      })
      .nullable(),
    /** Whom it is about: the reviewer, the person, the one whose deadline moved, the author who pays. */
    person: person.nullable(),
    /** The fields that changed, before and after; null where there was or is nothing. A personal field says `…`. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'ActivityEntry' })
export type ActivityEntry = z.output<typeof activityEntry>

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity',
  tag: 'Activity',
  summary:
    'Who did what when, the newest first; `q` searches people, ids and titles, `status` is a kind: submission, assignment, review, …',
  access: ['admin'],
  query: sortedQuery('newest').extend({ status: statusOf(activityKinds) }),
  answer: page(activityEntry),
})
