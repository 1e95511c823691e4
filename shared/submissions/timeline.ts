import { z } from 'zod'
import { timestamp } from '#shared/core/timestamp.ts'

/** What a submission's history tells; a subset reaches each reader (authors never learn who reviewed). */
export const timelineKinds = [
  'abstract_submitted',
  'abstract_replaced',
  'abstract_accepted',
  'abstract_change_requested',
  'abstract_declined',
  'abstract_resubmitted',
  'abstract_reopened',
  'paper_submitted',
  'paper_replaced',
  'paper_deleted',
  'paper_approved',
  'paper_change_requested',
  'paper_reviewer_declined',
  'paper_declined',
  'paper_resubmitted',
  'paper_reopened',
  'payment_reported',
  'payment_verified',
  'payment_reopened',
  'abstract_deleted',
  'abstract_restored',
  'withdrawn',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** One step of a submission's way. `by` is a role, never a name, except on the organisers' desk. */
export const timelineEntry = z
  .object({
    kind: z.enum(timelineKinds),
    at: timestamp,
    by: z.string(),
    round: z.number().int(),
    note: z.string().nullable(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.output<typeof timelineEntry>
