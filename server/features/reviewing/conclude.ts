import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { heldNote } from '#server/features/mail/held-note.ts'
import { tell } from '#server/features/notices/tell.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { inZone } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { lockAnySubmission, type Submission } from '#server/features/submissions/access.ts'
import { assertAsRead } from '#server/features/submissions/as-read.ts'
import { dueOnAcceptance } from '#server/features/submissions/due-on-acceptance.ts'
import { letReviewersGo } from '#server/features/submissions/let-reviewers-go.ts'
import { assertMay, move } from '#server/features/submissions/move.ts'
import { openReviewersOf } from '#server/features/submissions/open-reviewers-of.ts'
import { closedNote, uploadDue } from '#server/features/submissions/upload-due.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { SubmissionEvent } from '#shared/submissions/states.ts'
import { paperDecided } from './decision-messages.ts'
import { changesAfterDeadline, rejectionToConfirm } from './messages.ts'
import { reviewOvertaken } from './reviewer-messages.ts'

interface By {
  as: 'reviewer' | 'admin'
  note: string | null
}

/** A reviewer's rejection waits for an organiser; the organiser's own is final (decisions.md §6). */
export function paperEventOf(verdict: ReviewVerdict, as: By['as']): SubmissionEvent {
  if (verdict === 'approve') return 'approve_paper'
  if (verdict === 'request_change') return 'request_paper_change'
  return as === 'reviewer' ? 'reviewer_decline_paper' : 'decline_paper'
}

/** Moves a locked paper by a verdict, and tells those whom it concerns. */
export async function conclude(
  ctx: Ctx,
  submission: Submission,
  verdict: ReviewVerdict,
  by: By,
): Promise<Submission> {
  const event = paperEventOf(verdict, by.as)
  const waitedFor = await openReviewersOf(ctx, submission.id)
  const moved = await move(ctx, submission, event, by)
  await letReviewersGo(ctx, waitedFor, moved.paperId, reviewOvertaken(ctx, moved))
  if (event === 'reviewer_decline_paper') {
    await tell(ctx, await adminIds(ctx), rejectionToConfirm(ctx, moved))
  } else {
    await tell(ctx, [moved.authorId], await paperDecision(ctx, moved, verdict, by.note))
    await tellOfTooLate(ctx, moved, verdict, by.as)
  }
  return moved
}

/** The upload that a verdict asks its author for. */
const askedFor = (verdict: ReviewVerdict) => (verdict === 'request_change' ? 'resubmission' : undefined)

/**
 * Who gives authors more time is told where a reviewer's decision asks for what the portal would refuse; an organiser who decides
 * reads it at once.
 */
async function tellOfTooLate(ctx: Ctx, submission: Submission, verdict: ReviewVerdict, as: By['as']) {
  if (as !== 'reviewer') return
  const { missed, timeZone } = await uploadDue(ctx, submission.authorId, askedFor(verdict))
  if (missed !== null)
    await tell(ctx, await adminIds(ctx), changesAfterDeadline(ctx, submission, inZone(missed, timeZone)))
}

/** What the author is told by a decision that stands. */
export async function paperDecision(
  ctx: Ctx,
  submission: Submission,
  verdict: ReviewVerdict,
  note: string | null,
): Promise<Message> {
  const due = await uploadDue(ctx, submission.authorId, askedFor(verdict))
  const fee = verdict === 'approve' ? await dueOnAcceptance(ctx, submission.id) : undefined
  return paperDecided(ctx, submission, verdict, note, await settingsOf(ctx.tx), due, fee)
}

const done: Record<ReviewVerdict, string> = {
  approve: 'Paper accepted; it awaits payment.',
  request_change: 'Changes requested.',
  decline: 'Paper rejected.',
}

/** The organiser's decision on a paper, also over a reviewer's rejection; `updatedAt` says what was read. Refuses 404, 409. */
export async function decideAsChair(
  ctx: Ctx,
  paperId: string,
  verdict: ReviewVerdict,
  note: string | undefined,
  updatedAt?: Timestamp,
) {
  const submission = await lockAnySubmission(ctx, { paperId })
  assertMay(submission.stage, paperEventOf(verdict, 'admin'))
  assertAsRead(submission, updatedAt)
  await conclude(ctx, submission, verdict, {
    as: 'admin',
    note: note === undefined || note === '' ? null : note,
  })
  const closed = await closedNote(ctx, submission.authorId, askedFor(verdict))
  return { message: `${done[verdict]}${closed}${await heldNote(ctx, submission.authorId)}` }
}
