import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { heldNote } from '#server/features/mail/held-note.ts'
import { tell } from '#server/features/notices/tell.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { SubmissionEvent } from '#shared/submissions/states.ts'
import { abstractDecided } from './abstract-decision-messages.ts'
import { lockAnySubmission, type Submission } from './access.ts'
import { assertAsRead } from './as-read.ts'
import { assertMay, move } from './move.ts'
import { closedNote, uploadDue } from './upload-due.ts'

/** What each verdict does to an abstract. */
export const abstractEventOf: Record<ReviewVerdict, SubmissionEvent> = {
  approve: 'accept_abstract',
  request_change: 'request_abstract_change',
  decline: 'decline_abstract',
}

/** The deadline of what each verdict asks the author for. */
export const askedFor = { approve: 'paper', request_change: 'resubmission', decline: undefined } as const

const done: Record<ReviewVerdict, string> = {
  approve: 'Abstract accepted.',
  request_change: 'Changes requested.',
  decline: 'Abstract rejected.',
}

/**
 * The admin's decision on an abstract (portal.md §4). `note` is the comment or the reason, `updatedAt` says what was
 * read. Refuses 404, 409.
 */
export async function decideAbstract(
  ctx: Ctx,
  abstractId: string,
  verdict: ReviewVerdict,
  note: string | undefined,
  updatedAt?: Timestamp,
) {
  const submission = await lockAnySubmission(ctx, { abstractId })
  assertMay(submission.stage, abstractEventOf[verdict])
  assertAsRead(submission, updatedAt)
  await decideLocked(ctx, submission, verdict, note)
  const closed = await closedNote(ctx, submission.authorId, askedFor[verdict])
  return { message: `${done[verdict]}${closed}${await heldNote(ctx, submission.authorId)}` }
}

/** As {@link decideAbstract}, on a submission that this transaction holds. Refuses 409. */
export async function decideLocked(
  ctx: Ctx,
  submission: Submission,
  verdict: ReviewVerdict,
  note: string | undefined,
): Promise<void> {
  const moved = await move(ctx, submission, abstractEventOf[verdict], {
    as: 'admin',
    note: note === undefined || note === '' ? null : note,
    set: { abstractDecidedAt: ctx.now },
  })
  await tell(ctx, [moved.authorId], await abstractDecision(ctx, moved, verdict, note))
}

/** What the author is told by a decision. */
export async function abstractDecision(
  ctx: Ctx,
  submission: Submission,
  verdict: ReviewVerdict,
  note: string | undefined,
): Promise<Message> {
  const due = await uploadDue(ctx, submission.authorId, askedFor[verdict])
  return abstractDecided(ctx, submission, verdict, note, due)
}
