import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import type { Submission } from './access.ts'
import { authorLink, nameOf, quoted, theSubmission } from './placeholders.ts'

/** What people are told when a deleted submission comes back (decisions.md §7). */

const restored = messageKind({
  key: 'submission_restored',
  group: 'submission',
  to: 'The author',
  when: 'An organiser restored a submission that its author had deleted.',
  placeholders: {
    id: line('the Paper ID, or the abstract’s where there is no paper', 'P26-0007-I'),
    submission: theSubmission.submission,
    reason: said('the organisers’ reason', 'You asked us to.'),
  },
  notice: {
    opens: 'own',
    title: 'Submission {id} restored',
    body: 'The organisers restored {submission}, which was deleted. It stands where it stood.\n\nReason: {reason}',
  },
  subject: '{id}: your submission was restored',
  body: `The organisers restored {submission}, which was deleted. It stands where it stood.

Reason: {reason}

If you do not want this, delete or withdraw it, or write to us.`,
  button: 'See your submission',
})
export function submissionRestored(ctx: Ctx, s: Submission, reason: string): Message {
  const id = nameOf(s)
  return restored.of({ id, submission: quoted(id, s.title), reason }, authorLink(ctx, s.id))
}

/** Nothing of the author, for it may be double-anonymous; nor the reason, which may tell. */
const back = messageKind({
  key: 'paper_back',
  group: 'review',
  to: 'The reviewers whose review is open',
  when: 'An organiser restored a paper that its author had deleted.',
  placeholders: { paperId: theSubmission.paperId },
  notice: {
    opens: 'review',
    title: 'Paper {paperId} is back',
    body: 'Paper {paperId}, which was taken back, is with you again as it was. What you had written is still there.',
  },
  subject: '{paperId}: the paper is back',
  body: `Paper {paperId}, which was taken back, is with you again as it was.

What you had written is still there.`,
  button: 'See your papers',
})
export const paperBack = (ctx: Ctx, s: Submission): Message =>
  back.of({ paperId: s.paperId }, `${ctx.config.publicUrl}/reviewer`)

export const restoreMessages = [restored, back].map(({ kind }) => kind)
