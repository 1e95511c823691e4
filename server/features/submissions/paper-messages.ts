import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import type { Submission } from './access.ts'
import {
  authorLink,
  organiserLink,
  quoted,
  reviewBy,
  reviewerLink,
  reviewsClosed,
  theSubmission,
} from './placeholders.ts'
import type { RoundReview } from './review-due.ts'

/** What people are told when a paper arrives, arrives again or goes (decisions.md §10). Facts in, words out. */

/** A first and a revised paper are received in nearly the same words. */
const arrived = (key: string, when: string, title: string, what: string) =>
  messageKind({
    key,
    group: 'submission',
    to: 'The author',
    when,
    placeholders: { paperId: theSubmission.paperId, submission: theSubmission.submission },
    notice: {
      opens: 'own',
      title: `${title} {paperId} received`,
      body: `We have your ${what} {submission}. It goes to review now.`,
    },
    subject: `{paperId}: we have received your ${what}`,
    body: `Your ${what} {submission} has arrived. Its Paper ID is {paperId}; you will need it as the payment reference later.

What comes next: reviewers assess it and you are told of the decision by e-mail.`,
    button: 'See your submission',
  })
const first = arrived('paper_received', 'A paper was uploaded.', 'Paper', 'paper')
const revised = arrived(
  'paper_revised_received',
  'A revised paper was uploaded.',
  'Revised paper',
  'revised paper',
)

export const paperReceived = (ctx: Ctx, s: Submission): Message =>
  (s.paperRound > 1 ? revised : first).of(
    { paperId: s.paperId, submission: quoted(s.paperId, s.title) },
    authorLink(ctx, s.id),
  )

/** Nothing of the author, for it may be double-anonymous. */
const again = messageKind({
  key: 'paper_resubmitted',
  group: 'review',
  to: 'The paper’s reviewers',
  when: 'A revised paper was uploaded.',
  placeholders: { paperId: theSubmission.paperId, due: reviewBy, closed: reviewsClosed },
  notice: {
    opens: 'review',
    title: 'Revised paper {paperId} awaits your review',
    body: 'The revised version of {paperId} has arrived. Please review it again.\n\nPlease review it by {due}.\n\nThe deadline for reviews was {closed}. The organisers are asked for another one: you can review it then.',
  },
  subject: '{paperId}: please review the revised paper',
  body: `The revised version of paper {paperId} has arrived.

Please review it in the next round.

Please review it by {due}.

The deadline for reviews was {closed}. The organisers are asked for another one: you can review it then.`,
  button: 'Review the paper',
})

/** By when the reviewer's review is due, or that it is too late for one. */
export const paperResubmitted = (ctx: Ctx, s: Submission, by: Pick<RoundReview, 'due' | 'closed'>): Message =>
  again.of({ paperId: s.paperId, due: by.due, closed: by.closed }, reviewerLink(ctx, s.paperId))

const tooLate = messageKind({
  key: 'revised_after_deadline',
  group: 'review',
  to: 'The organisers',
  when: 'A revised paper was uploaded when the deadline for reviews had passed.',
  placeholders: {
    paperId: theSubmission.paperId,
    closed: line('the deadline for reviews', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
  },
  notice: {
    opens: 'desk',
    title: '{paperId}: its reviewers need another deadline',
    body: 'The revised version of {paperId} has arrived. Its reviews were due by {closed}, and are not taken any more. Give its reviewers another due date, or set a later deadline for reviews.',
  },
  subject: '{paperId}: give its reviewers another due date',
  body: `The revised version of paper {paperId} has arrived. Its reviews were due by {closed}, and are not taken any more.

Give its reviewers another due date on the paper’s page: they are told of it. Or set a later deadline for reviews in the settings.`,
  button: 'See the paper',
})

/** `closed`: the deadline of one of its reviewers, in words. */
export const revisedAfterDeadline = (ctx: Ctx, s: Submission, closed: string): Message =>
  tooLate.of({ paperId: s.paperId, closed }, organiserLink(ctx, s))

const other = messageKind({
  key: 'paper_replaced',
  group: 'review',
  to: 'The paper’s reviewers',
  when: 'Before its review began the author replaced the file of a paper, or gave another one after deleting it.',
  placeholders: { paperId: theSubmission.paperId },
  notice: {
    opens: 'review',
    title: 'The file of paper {paperId} was replaced',
    body: 'The author uploaded another file for {paperId}. Please read that one.',
  },
  subject: '{paperId}: please read the new file',
  body: `The author uploaded another file for paper {paperId}, in place of the one before.

Please read the new one for your review. What you have written is kept.`,
  button: 'Read the paper',
})

export const paperReplaced = (ctx: Ctx, s: Submission): Message =>
  other.of({ paperId: s.paperId }, reviewerLink(ctx, s.paperId))

const gone = messageKind({
  key: 'paper_gone',
  group: 'review',
  to: 'The reviewers whose review is open',
  when: 'The author deleted or withdrew a paper.',
  placeholders: { paperId: theSubmission.paperId },
  notice: {
    opens: null,
    title: 'Paper {paperId} needs no review now',
    body: 'The author took back paper {paperId}. You need not review it.',
  },
  subject: '{paperId}: no review needed',
  body: `The author took back paper {paperId}.

You need not review it. Thank you.`,
  button: 'See your papers',
})

export const paperGone = (ctx: Ctx, s: Submission): Message =>
  gone.of({ paperId: s.paperId }, `${ctx.config.publicUrl}/reviewer`)

export const paperMessages = [first, revised, again, tooLate, other, gone]
