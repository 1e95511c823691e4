import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import { dayIn, inZone } from '#server/features/settings/deadline.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import {
  reviewBy,
  reviewerLink,
  reviewsClosed,
  severalPapers,
  theSubmission,
} from '#server/features/submissions/placeholders.ts'
import type { RoundReview } from '#server/features/submissions/review-due.ts'

/** What reviewers are told about what they have to review (decisions.md §10). */

const { paperId } = theSubmission

const given = messageKind({
  key: 'assigned',
  group: 'review',
  to: 'The reviewer',
  when: 'A paper was assigned.',
  placeholders: {
    paperId,
    due: reviewBy,
  },
  notice: {
    opens: 'review',
    title: 'Paper {paperId} assigned to you',
    body: 'Paper {paperId} was assigned to you for review.\n\nPlease review it by {due}.',
  },
  subject: '{paperId}: please review this paper',
  body: `Paper {paperId} was assigned to you for review.

Please review it by {due}.

If you cannot review it or have a conflict of interest, give it back on the same page.`,
  button: 'Review the paper',
})
/** `timeZone` is the conference's. */
export const assigned = (ctx: Ctx, s: Submission, dueAt: Date | null, timeZone: string): Message =>
  given.of(
    { paperId: s.paperId, due: dueAt === null ? '' : inZone(dueAt, timeZone) },
    reviewerLink(ctx, s.paperId),
  )

const dueMoved = messageKind({
  key: 'due_changed',
  group: 'review',
  to: 'The reviewer',
  when: 'The due date of a review was changed.',
  placeholders: {
    paperId,
    due: line('the moment it is due', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
    day: line('the day it is due', '3 May 2026'),
  },
  notice: {
    opens: 'review',
    title: 'Paper {paperId}: the review’s due date has changed',
    body: 'Your review of paper {paperId} is now due by {due}.',
  },
  subject: '{paperId}: your review is due {day}',
  body: 'Your review of paper {paperId} is now due by {due}.',
  button: 'Review the paper',
})
const dueGone = messageKind({
  key: 'due_removed',
  group: 'review',
  to: 'The reviewer',
  when: 'The due date of a review was taken away.',
  placeholders: { paperId },
  notice: {
    opens: 'review',
    title: 'Paper {paperId}: the review’s due date has changed',
    body: 'Your review of paper {paperId} has no due date any more.',
  },
  subject: '{paperId}: your review has no due date any more',
  body: 'Your review of paper {paperId} has no due date any more.',
  button: 'Review the paper',
})
/** `timeZone` is the conference's. */
export function dueChanged(ctx: Ctx, s: Submission, dueAt: Date | null, timeZone: string): Message {
  if (dueAt === null) return dueGone.of({ paperId: s.paperId }, reviewerLink(ctx, s.paperId))
  const due = { due: inZone(dueAt, timeZone), day: dayIn(dueAt, timeZone) }
  return dueMoved.of({ paperId: s.paperId, ...due }, reviewerLink(ctx, s.paperId))
}

const taken = messageKind({
  key: 'unassigned',
  group: 'review',
  to: 'The reviewer',
  when: 'An assignment was taken back.',
  placeholders: { paperId },
  notice: {
    opens: null,
    title: 'Paper {paperId} is no longer assigned to you',
    body: 'The organisers took you off paper {paperId}. You need not review it.',
  },
  subject: '{paperId}: no review needed',
  body: `The organisers took you off paper {paperId}.

You need not review it. Thank you.`,
  button: 'See your papers',
})
export const unassigned = (ctx: Ctx, s: Pick<Submission, 'paperId'>): Message =>
  taken.of({ paperId: s.paperId }, `${ctx.config.publicUrl}/reviewer`)

const decided = messageKind({
  key: 'review_overtaken',
  group: 'review',
  to: 'The reviewers whose review is open',
  when: 'A paper was decided, or enough reviews were in, before they had reviewed it.',
  placeholders: { paperId },
  notice: {
    opens: 'review',
    title: 'Paper {paperId} needs no review now',
    body: 'Paper {paperId} was decided, or enough reviews are in. You need not review it now.',
  },
  subject: '{paperId}: no review needed now',
  body: `Paper {paperId} was decided, or enough reviews are in, before yours came.

You need not review it now. Should it come to a new round, you are told. Thank you.`,
  button: 'See your papers',
})
/** Nothing of the decision: it is the author's to hear of. */
export const reviewOvertaken = (ctx: Ctx, s: Pick<Submission, 'paperId'>): Message =>
  decided.of({ paperId: s.paperId }, `${ctx.config.publicUrl}/reviewer`)

const late = messageKind({
  key: 'reviews_overdue',
  group: 'review',
  to: 'The reviewer',
  when: 'The organisers remind a reviewer of what is overdue.',
  placeholders: severalPapers.placeholders,
  notice: {
    opens: 'review',
    title: 'Your review of {count} is overdue',
    body: 'The organisers are waiting for your review of {papers}.',
  },
  subject: 'Overdue: please review {count}',
  body: `The organisers are waiting for your review of {papers}; it is overdue.

Please submit it as soon as you can. If you cannot, give the paper back on its page, so that somebody else can be asked.`,
  button: 'See your papers',
})
export const reviewsOverdue = (ctx: Ctx, paperIds: readonly string[]): Message =>
  late.of(severalPapers.of(paperIds), `${ctx.config.publicUrl}/reviewer?view=assigned`)

const reviewAgain = messageKind({
  key: 'review_reopened',
  group: 'review',
  to: 'The paper’s reviewers',
  when: 'The decision on a paper was taken back.',
  placeholders: { paperId, due: reviewBy, closed: reviewsClosed },
  notice: {
    opens: 'review',
    title: 'Paper {paperId} awaits your review again',
    body: 'The organisers reopened paper {paperId}. Please review it in the new round.\n\nPlease review it by {due}.\n\nThe deadline for reviews was {closed}. The organisers are asked for another one: you can review it then.',
  },
  subject: '{paperId}: please review this paper again',
  body: `The organisers reopened paper {paperId}.

Please review it in the new round.

Please review it by {due}.

The deadline for reviews was {closed}. The organisers are asked for another one: you can review it then.`,
  button: 'Review the paper',
})
/** By when the reviewer's review is due, or that it is too late for one. */
export const reviewReopened = (ctx: Ctx, s: Submission, by: Pick<RoundReview, 'due' | 'closed'>): Message =>
  reviewAgain.of({ paperId: s.paperId, due: by.due, closed: by.closed }, reviewerLink(ctx, s.paperId))

export const reviewerMessages = [given, dueMoved, dueGone, taken, decided, late, reviewAgain].map(
  ({ kind }) => kind,
)
