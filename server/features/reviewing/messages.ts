import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { authorLink, someOf, theSubmission } from '#server/features/submissions/placeholders.ts'

/** What organisers and authors are told about reviews (decisions.md §10), but for the decisions. Authors never read who reviewed. */

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
    opens: 'desk',
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
    opens: 'desk',
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

const askedTooLate = messageKind({
  key: 'changes_after_deadline',
  group: 'review',
  to: 'The organisers',
  when: 'By its reviews a paper is to be revised, and its author’s deadline for revised files had passed.',
  placeholders: {
    paperId,
    closed: line('the deadline for revised files', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
  },
  notice: {
    opens: 'desk',
    title: '{paperId}: its author needs more time',
    body: 'By its reviews paper {paperId} is to be revised. The deadline for revised files was {closed}: the author can upload only once you give them more time, under People.',
  },
  subject: '{paperId}: give its author more time',
  body: `By its reviews paper {paperId} is to be revised. The deadline for revised files was {closed}, and nothing is taken after it.

The author can upload only once you give them more time, under People: they are told of it. Or set a later deadline in the settings, which nobody is told of.`,
  button: 'See the paper',
})
/** `closed`: the deadline, in words. */
export const changesAfterDeadline = (ctx: Ctx, s: Submission, closed: string): Message =>
  askedTooLate.of({ paperId: s.paperId, closed }, deskLink(ctx, s))

const inConflict = messageKind({
  key: 'reviewed_in_conflict',
  group: 'review',
  to: 'The organisers',
  when: 'A review came from somebody whose conflict of interest was found after the assignment.',
  placeholders: { paperId },
  notice: {
    opens: 'desk',
    title: 'Paper {paperId}: a review in a conflict of interest',
    body: 'A review of paper {paperId} came from somebody whose conflict of interest was found after it was assigned to them. The review counts, unless you decide otherwise.',
  },
  subject: '{paperId}: a review in a conflict of interest',
  body: `A review of paper {paperId} came from somebody whose conflict of interest was found after it was assigned to them. The paper’s page says which, as long as it holds.

The review counts. Should it not, decide otherwise, or reopen the paper for another reviewer.`,
  button: 'See the paper',
})
export const reviewedInConflict = (ctx: Ctx, s: Submission): Message =>
  inConflict.of({ paperId: s.paperId }, deskLink(ctx, s))

const givenBack = {
  paperId,
  deed: line('what the reviewer did', 'declared a conflict of interest'),
  reason: said('the reviewer’s reason', 'I know the authors well.'),
}
const withdrew = messageKind({
  key: 'reviewer_withdrew',
  group: 'review',
  to: 'The organisers',
  when: 'A reviewer gave a paper back.',
  placeholders: givenBack,
  notice: {
    opens: 'desk',
    title: 'Paper {paperId}: a reviewer withdrew',
    body: 'A reviewer of paper {paperId} {deed}.\n\nReason: {reason}',
  },
  subject: '{paperId}: find another reviewer',
  body: `A reviewer of paper {paperId} {deed}.

Reason: {reason}`,
  button: 'Assign a reviewer',
})
const withdrewRejected = messageKind({
  key: 'reviewer_withdrew_rejected',
  group: 'review',
  to: 'The organisers',
  when: 'A reviewer gave a paper back that another one rejected, which is not confirmed yet.',
  placeholders: givenBack,
  notice: {
    opens: 'desk',
    title: 'Paper {paperId}: a reviewer withdrew',
    body: 'A reviewer of paper {paperId} {deed}.\n\nReason: {reason}\n\nA rejection of it waits for you.',
  },
  subject: '{paperId}: a reviewer gave it back, and its rejection waits for you',
  body: `A reviewer of paper {paperId} {deed}.

Reason: {reason}

Another reviewer rejected it. Confirm that, or reopen the paper: somebody else can be assigned then.`,
  button: 'See the paper',
})
export const reviewerWithdrew = (ctx: Ctx, s: Submission, reason: string, conflict: boolean): Message => {
  const deed = conflict ? 'declared a conflict of interest' : 'gave the assignment back'
  const kind = s.stage === 'reviewer_declined' ? withdrewRejected : withdrew
  return kind.of({ paperId: s.paperId, deed, reason }, deskLink(ctx, s))
}

const reopened = messageKind({
  key: 'paper_reopened',
  group: 'decision',
  to: 'The author',
  when: 'The decision on a paper was taken back.',
  placeholders: { paperId, reason: said('the organisers’ reason', 'A review came late.') },
  notice: {
    opens: 'own',
    title: 'Paper {paperId} is under review again',
    body: 'The organisers took the decision on paper {paperId} back. It is under review again.\n\nReason: {reason}',
  },
  subject: '{paperId}: your paper is under review again',
  body: `The organisers took the decision on paper {paperId} back. It is under review again.

Reason: {reason}

You need not do anything now. Please do not pay until you are asked to.`,
  button: 'See your submission',
})
export const paperReopened = (ctx: Ctx, s: Submission, reason: string): Message => ({
  ...reopened.of({ paperId: s.paperId, reason }, authorLink(ctx, s.id)),
  decides: s.id,
})

const conflicted = messageKind({
  key: 'new_reviewer_conflicts',
  group: 'review',
  to: 'The organisers',
  when: 'Somebody became a reviewer who has conflicts of interest.',
  placeholders: {
    count: line('with how many submissions', '3 submissions'),
    submissions: line('their numbers', 'P26-0007-I, P26-0008-G and A26-0009'),
  },
  notice: {
    opens: 'desk',
    title: 'A new reviewer has conflicts of interest',
    body: 'Somebody became a reviewer. They have a conflict of interest with {count}: {submissions}.',
  },
  subject: 'A new reviewer has a conflict of interest with {count}',
  body: `Somebody became a reviewer. They have a conflict of interest with {count}: {submissions}.

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

const conflictedTogether = messageKind({
  key: 'new_reviewers_conflicts',
  group: 'review',
  to: 'The organisers',
  when: 'Of reviewers who were imported together several have conflicts of interest.',
  placeholders: { count: line('how many of them', '12') },
  notice: {
    opens: null,
    title: '{count} new reviewers have conflicts of interest',
    body: '{count} of the reviewers who were imported have a conflict of interest with a submission.',
  },
  subject: '{count} new reviewers have conflicts of interest',
  body: `{count} of the reviewers who were imported have a conflict of interest with a submission.

Each one’s page says with which, why, and which of these yield to a reason.`,
  button: 'See the reviewers',
})
export const newReviewersConflicts = (ctx: Ctx, count: number): Message =>
  conflictedTogether.of({ count: String(count) }, `${ctx.config.publicUrl}/admin/reviewers`)

export const reviewMessages = [
  toConfirm,
  toDecide,
  askedTooLate,
  inConflict,
  withdrew,
  withdrewRejected,
  reopened,
  conflicted,
  conflictedTogether,
].map(({ kind }) => kind)
