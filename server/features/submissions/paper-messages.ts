import type { Ctx } from '#server/core/ctx.ts'
import { type Message, messageKind } from '#server/core/message.ts'
import type { Submission } from './access.ts'
import { authorLink, quoted, reviewBy, reviewerLink, theSubmission } from './placeholders.ts'

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
  placeholders: { paperId: theSubmission.paperId, due: reviewBy },
  notice: {
    opens: 'review',
    title: 'Revised paper {paperId} awaits your review',
    body: 'The revised version of {paperId} has arrived. Please review it again.\n\nPlease review it by {due}.',
  },
  subject: '{paperId}: please review the revised paper',
  body: `The revised version of paper {paperId} has arrived.

Please review it in the next round.

Please review it by {due}.`,
  button: 'Review the paper',
})

/** `due`: the moment the reviewer's review is due, in words; empty where there is none. */
export const paperResubmitted = (ctx: Ctx, s: Submission, due: string): Message =>
  again.of({ paperId: s.paperId, due }, reviewerLink(ctx, s.paperId))

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

export const paperMessages = [first, revised, again, other, gone]
