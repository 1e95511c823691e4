import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import { abstractDecisionMessages } from './abstract-decision-messages.ts'
import type { Submission } from './access.ts'
import { moneyLeftMessage } from './money-left.ts'
import { paperMessages } from './paper-messages.ts'
import { authorLink, nameOf, quoted, theSubmission } from './placeholders.ts'

/** What people are told about submissions (decisions.md §10). Facts in, words out. */

const received = messageKind({
  key: 'abstract_received',
  group: 'submission',
  to: 'The author',
  when: 'An abstract was submitted.',
  placeholders: {
    abstractId: theSubmission.abstractId,
    submission: theSubmission.abstract,
    fileName: line('the file’s name', 'bridges.pdf'),
  },
  notice: {
    opens: 'own',
    title: 'Abstract {abstractId} received',
    body: 'We have your abstract {submission} ({fileName}). The organisers will review it and tell you their decision.',
  },
  subject: '{abstractId}: we have received your abstract',
  body: `Your abstract {submission} has arrived as {fileName}.

What comes next: the organisers review it and you are told of their decision by e-mail. Until then you can delete it, and replace it as long as abstracts are taken.`,
  button: 'See your submission',
})

export const abstractReceived = (ctx: Ctx, s: { id: string; title: string; fileName: string }): Message =>
  received.of(
    { abstractId: s.id, submission: quoted(s.id, s.title), fileName: s.fileName },
    authorLink(ctx, s.id),
  )

const resubmitted = messageKind({
  key: 'abstract_resubmitted',
  group: 'submission',
  to: 'The organisers',
  when: 'An author uploaded a new version of an abstract.',
  placeholders: { abstractId: theSubmission.abstractId, submission: theSubmission.abstract },
  notice: {
    opens: 'desk',
    title: 'Abstract {abstractId} resubmitted',
    body: 'The author uploaded a new version of abstract {submission}. It awaits your decision.',
  },
  subject: '{abstractId}: a revised abstract awaits your decision',
  body: `The author uploaded a new version of abstract {submission}.

It awaits your decision.`,
  button: 'Review the abstract',
})

export const abstractResubmitted = (ctx: Ctx, s: Submission): Message =>
  resubmitted.of(
    { abstractId: s.id, submission: quoted(s.id, s.title) },
    `${ctx.config.publicUrl}/admin?view=abstract&abstractId=${encodeURIComponent(s.id)}`,
  )

const reopened = messageKind({
  key: 'abstract_reopened',
  group: 'decision',
  to: 'The author',
  when: 'The decision on an abstract was taken back.',
  placeholders: {
    abstractId: theSubmission.abstractId,
    submission: theSubmission.abstract,
    reason: said('the organisers’ reason', 'It was decided by mistake.'),
  },
  notice: {
    opens: 'own',
    title: 'Abstract {abstractId} waits for a decision again',
    body: 'The organisers took the decision on {submission} back. It waits for a decision again.\n\nReason: {reason}',
  },
  subject: '{abstractId}: the decision on your abstract was taken back',
  body: `The organisers took the decision on {submission} back. It waits for a decision again.

Reason: {reason}

You need not do anything now. Please do not upload a paper or a new version until you are asked to.`,
  button: 'See your submission',
})
export const abstractReopened = (ctx: Ctx, s: Submission, reason: string): Message => ({
  ...reopened.of({ abstractId: s.id, submission: quoted(s.id, s.title), reason }, authorLink(ctx, s.id)),
  decides: s.id,
})

const withdrawn = messageKind({
  key: 'submission_withdrawn',
  group: 'submission',
  to: 'The author and the organisers',
  when: 'An author withdrew a submission.',
  placeholders: {
    id: line('the Paper ID, or the abstract’s where there is no paper', 'P26-0007-I'),
    submission: theSubmission.submission,
    reason: said('the author’s reason', 'The results did not hold.'),
  },
  notice: {
    opens: 'own',
    title: 'Submission {id} withdrawn',
    body: '{submission} was withdrawn by its author.\n\nReason: {reason}',
  },
  subject: '{id}: the submission was withdrawn',
  body: `Submission {submission} was withdrawn by its author.

Reason: {reason}`,
  button: 'See the submission',
})

/** `url`: where whoever is told finds it. */
export const submissionWithdrawn = (s: Submission, reason: string, url: string): Message =>
  withdrawn.of({ id: nameOf(s), submission: quoted(nameOf(s), s.title), reason }, url)

export const submissionMessages = [
  received,
  resubmitted,
  ...abstractDecisionMessages,
  reopened,
  ...paperMessages,
  withdrawn,
]
  .map(({ kind }) => kind)
  .concat(moneyLeftMessage)
