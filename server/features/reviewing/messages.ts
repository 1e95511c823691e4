import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import { dayIn, inZone } from '#server/features/settings/deadline.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import {
  authorLink,
  severalPapers,
  someOf,
  theSubmission,
} from '#server/features/submissions/placeholders.ts'

/** What people are told about reviews (decisions.md §10), but for the decisions. Authors never read who reviewed. */

const reviewerLink = (ctx: Ctx, s: Submission) =>
  `${ctx.config.publicUrl}/reviewer?view=paper&paperId=${encodeURIComponent(s.paperId)}`
const deskLink = (ctx: Ctx, s: Submission) =>
  `${ctx.config.publicUrl}/admin/papers?view=paper&paperId=${encodeURIComponent(s.paperId)}`

const { paperId } = theSubmission

const toConfirm = messageKind({
  key: 'rejection_to_confirm',
  group: 'review',
  to: 'The organisers',
  when: 'A reviewer rejected a paper.',
  placeholders: { paperId },
  notice: {
    title: 'Paper {paperId}: confirm the rejection',
    body: 'A reviewer rejected paper {paperId}. Confirm the rejection or overrule it; the author is told after that.',
  },
  subject: '{paperId}: confirm or overrule the rejection',
  body: `A reviewer rejected paper {paperId}.

Confirm the rejection or overrule it. The author is told after that.`,
  button: 'Decide',
})
export const rejectionToConfirm = (ctx: Ctx, s: Submission): Message =>
  toConfirm.of({ paperId: s.paperId }, deskLink(ctx, s))

const toDecide = messageKind({
  key: 'decision_wanted',
  group: 'review',
  to: 'The organisers',
  when: 'The reviews of a paper are in, and the decision is theirs.',
  placeholders: { paperId },
  notice: {
    title: 'Paper {paperId}: a decision is needed',
    body: 'The reviews of paper {paperId} are in. The decision is yours.',
  },
  subject: '{paperId}: the reviews are in, please decide',
  body: `The reviews of paper {paperId} are in.

The decision is yours.`,
  button: 'Decide',
})
export const decisionWanted = (ctx: Ctx, s: Submission): Message =>
  toDecide.of({ paperId: s.paperId }, deskLink(ctx, s))

const given = messageKind({
  key: 'assigned',
  group: 'review',
  to: 'The reviewer',
  when: 'A paper was assigned.',
  placeholders: {
    paperId,
    due: {
      ...line('the moment it is due', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
      optional: true,
    },
  },
  notice: {
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
  given.of({ paperId: s.paperId, due: dueAt === null ? '' : inZone(dueAt, timeZone) }, reviewerLink(ctx, s))

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
    title: 'Paper {paperId}: the review’s due date has changed',
    body: 'Your review of paper {paperId} has no due date any more.',
  },
  subject: '{paperId}: your review has no due date any more',
  body: 'Your review of paper {paperId} has no due date any more.',
  button: 'Review the paper',
})
/** `timeZone` is the conference's. */
export function dueChanged(ctx: Ctx, s: Submission, dueAt: Date | null, timeZone: string): Message {
  if (dueAt === null) return dueGone.of({ paperId: s.paperId }, reviewerLink(ctx, s))
  const due = { due: inZone(dueAt, timeZone), day: dayIn(dueAt, timeZone) }
  return dueMoved.of({ paperId: s.paperId, ...due }, reviewerLink(ctx, s))
}

const taken = messageKind({
  key: 'unassigned',
  group: 'review',
  to: 'The reviewer',
  when: 'An assignment was taken back.',
  placeholders: { paperId },
  notice: {
    title: 'Paper {paperId} is no longer assigned to you',
    body: 'The organisers took you off paper {paperId}. You need not review it.',
  },
  subject: '{paperId}: no review needed',
  body: `The organisers took you off paper {paperId}.

You need not review it. Thank you.`,
  button: 'See your papers',
})
export const unassigned = (ctx: Ctx, s: Submission): Message =>
  taken.of({ paperId: s.paperId }, `${ctx.config.publicUrl}/reviewer`)

const withdrew = messageKind({
  key: 'reviewer_withdrew',
  group: 'review',
  to: 'The organisers',
  when: 'A reviewer gave a paper back.',
  placeholders: {
    paperId,
    deed: line('what the reviewer did', 'declared a conflict of interest'),
    reason: said('the reviewer’s reason', 'I know the authors well.'),
  },
  notice: {
    title: 'Paper {paperId}: a reviewer withdrew',
    body: 'A reviewer of paper {paperId} {deed}.\n\nReason: {reason}',
  },
  subject: '{paperId}: find another reviewer',
  body: `A reviewer of paper {paperId} {deed}.

Reason: {reason}`,
  button: 'Assign a reviewer',
})
export const reviewerWithdrew = (ctx: Ctx, s: Submission, reason: string, conflict: boolean): Message => {
  const deed = conflict ? 'declared a conflict of interest' : 'gave the assignment back'
  return withdrew.of({ paperId: s.paperId, deed, reason }, deskLink(ctx, s))
}

const late = messageKind({
  key: 'reviews_overdue',
  group: 'review',
  to: 'The reviewer',
  when: 'The organisers remind a reviewer of what is overdue.',
  placeholders: severalPapers.placeholders,
  notice: {
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

const reopened = messageKind({
  key: 'paper_reopened',
  group: 'decision',
  to: 'The author',
  when: 'The decision on a paper was taken back.',
  placeholders: { paperId, reason: said('the organisers’ reason', 'A review came late.') },
  notice: {
    title: 'Paper {paperId} is under review again',
    body: 'The organisers took the decision on paper {paperId} back. It is under review again.\n\nReason: {reason}',
  },
  subject: '{paperId}: your paper is under review again',
  body: `The organisers took the decision on paper {paperId} back. It is under review again.

Reason: {reason}

You need not do anything now. Please do not pay until you are asked to.`,
  button: 'See your submission',
})
export const paperReopened = (ctx: Ctx, s: Submission, reason: string): Message =>
  reopened.of({ paperId: s.paperId, reason }, authorLink(ctx, s.id))

const reviewAgain = messageKind({
  key: 'review_reopened',
  group: 'review',
  to: 'The paper’s reviewers',
  when: 'The decision on a paper was taken back.',
  placeholders: { paperId },
  notice: {
    title: 'Paper {paperId} awaits your review again',
    body: 'The organisers reopened paper {paperId}. Please review it in the new round.',
  },
  subject: '{paperId}: please review this paper again',
  body: `The organisers reopened paper {paperId}.

Please review it in the new round.`,
  button: 'Review the paper',
})
export const reviewReopened = (ctx: Ctx, s: Submission): Message =>
  reviewAgain.of({ paperId: s.paperId }, reviewerLink(ctx, s))

const conflicted = messageKind({
  key: 'new_reviewer_conflicts',
  group: 'review',
  to: 'The organisers',
  when: 'An invited reviewer registered who has conflicts of interest.',
  placeholders: {
    count: line('with how many submissions', '3 submissions'),
    submissions: line('their numbers', 'P26-0007-I, P26-0008-G and A26-0009'),
  },
  notice: {
    title: 'A new reviewer has conflicts of interest',
    body: 'An invited reviewer registered. They have a conflict of interest with {count}: {submissions}.',
  },
  subject: 'A new reviewer has a conflict of interest with {count}',
  body: `An invited reviewer registered. They have a conflict of interest with {count}: {submissions}.

Their page says why, and which of these yield to a reason.`,
  button: 'See the reviewer',
})
/** Names submissions only: the reasons name people, and stand on the reviewer’s page as long as they hold. */
export const newReviewerConflicts = (ctx: Ctx, reviewerId: string, ids: readonly string[]): Message =>
  conflicted.of(
    {
      count: ids.length === 1 ? '1 submission' : `${ids.length} submissions`,
      submissions: someOf(ids),
    },
    `${ctx.config.publicUrl}/admin/reviewers?view=reviewer&reviewerId=${reviewerId}`,
  )

export const reviewMessages = [
  conflicted,
  toConfirm,
  toDecide,
  given,
  dueMoved,
  dueGone,
  taken,
  withdrew,
  late,
  reopened,
  reviewAgain,
].map(({ kind }) => kind)
