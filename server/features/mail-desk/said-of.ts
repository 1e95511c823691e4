import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { MessageKind } from '#server/core/message.ts'
import { submissionEvents } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import type { TimelineKind } from '#shared/submissions/timeline.ts'

/**
 * What was said of a submission where the message says such a thing: with the very decision that it tells of; where it tells
 * of none, what was said last. Undefined: nothing was.
 */
export async function saidOf(ctx: Ctx, { key }: MessageKind, s: Submission): Promise<string | undefined> {
  const decided = toldOf[key]
  const [event] = await ctx.tx
    .select({ note: submissionEvents.note })
    .from(submissionEvents)
    .where(
      and(
        eq(submissionEvents.submissionId, s.id),
        isNotNull(submissionEvents.note),
        ne(submissionEvents.note, ''),
        decided === undefined ? undefined : eq(submissionEvents.kind, decided),
      ),
    )
    .orderBy(desc(submissionEvents.at), desc(submissionEvents.id))
    .limit(1)
  return event?.note ?? undefined
}

/** The decision that a message tells of, as the history calls it. */
export const toldOf: Readonly<Record<string, TimelineKind>> = {
  abstract_approve: 'abstract_accepted',
  abstract_approve_late: 'abstract_accepted',
  abstract_request_change: 'abstract_change_requested',
  abstract_request_change_late: 'abstract_change_requested',
  abstract_decline: 'abstract_declined',
  abstract_reopened: 'abstract_reopened',
  paper_approve: 'paper_approved',
  paper_approve_complete: 'paper_approved',
  paper_approve_paid: 'paper_approved',
  paper_approve_looked_at: 'paper_approved',
  paper_request_change: 'paper_change_requested',
  paper_request_change_late: 'paper_change_requested',
  paper_decline: 'paper_declined',
  paper_reopened: 'paper_reopened',
  payment_reopened: 'payment_reopened',
  submission_withdrawn: 'withdrawn',
  payment_left: 'withdrawn',
}
