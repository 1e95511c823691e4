import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import type { Placeholders } from '#shared/mail/template.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { Submission } from './access.ts'
import { moneyLeftMessage } from './money-left.ts'
import { paperMessages } from './paper-messages.ts'
import { authorLink, nameOf, quoted, theSubmission, uploadBy, uploads } from './placeholders.ts'
import type { UploadDue } from './upload-due.ts'

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

What comes next: the organisers review it and you are told of their decision by e-mail. Until then you can replace or delete it.`,
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

interface OutcomeWords {
  when: string
  title: string
  subject: string
  lead: string
  next: string
  button: string
}

/** A decision's kinds are alike but for these words, and what is to be uploaded. */
const abstractOutcome = <const Own extends Placeholders>(
  verdict: ReviewVerdict,
  words: OutcomeWords,
  own: Own,
) =>
  messageKind({
    key: `abstract_${verdict}`,
    group: 'decision',
    to: 'The author',
    when: words.when,
    placeholders: {
      abstractId: theSubmission.abstractId,
      submission: theSubmission.abstract,
      comments: { ...said('the organisers’ comments', 'Please shorten section 2.'), required: true },
      ...own,
    },
    notice: {
      opens: 'own',
      title: words.title,
      body: `${words.lead}\n\nFrom the organisers: {comments}\n\n${words.next}`,
    },
    subject: words.subject,
    body: `${words.lead}\n\nFrom the organisers: {comments}\n\n${words.next}`,
    button: words.button,
  })

const { what: fullPaper } = uploads.abstract_approve
const { what: revisedAbstract } = uploads.abstract_request_change
const outcomes = {
  approve: abstractOutcome(
    'approve',
    {
      when: 'An abstract was accepted.',
      title: 'Abstract {abstractId} accepted',
      subject: '{abstractId}: accepted – {what}',
      lead: 'Your abstract {submission} was accepted.',
      button: 'Upload your paper',
      next: 'What to do now: upload your full paper as a PDF.\n\nPlease upload it by {due}.',
    },
    uploadBy.placeholders(fullPaper),
  ),
  request_change: abstractOutcome(
    'request_change',
    {
      when: 'An abstract was provisionally accepted.',
      title: 'Abstract {abstractId} provisionally accepted',
      subject: '{abstractId}: provisionally accepted – {what}',
      lead: 'Your abstract {submission} was provisionally accepted: the organisers ask for changes.',
      button: 'Upload a revised abstract',
      next: 'What to do now: revise the abstract and upload the new version.\n\nPlease upload it by {due}.',
    },
    uploadBy.placeholders(revisedAbstract),
  ),
  decline: abstractOutcome(
    'decline',
    {
      when: 'An abstract was rejected.',
      title: 'Abstract {abstractId} rejected',
      subject: '{abstractId}: your abstract was not accepted',
      lead: 'Your abstract {submission} was not accepted. The submission ends here.',
      button: 'See your submission',
      next: 'You need not do anything.',
    },
    {},
  ),
} satisfies Record<ReviewVerdict, unknown>

/** `dueAt` is the author's deadline for what the verdict asks for, null where there is none; `timeZone` the conference's. */
export function abstractDecided(
  ctx: Ctx,
  s: Submission,
  verdict: ReviewVerdict,
  note: string | undefined,
  { dueAt, timeZone }: UploadDue,
): Message {
  const facts = { abstractId: s.id, submission: quoted(s.id, s.title), comments: note ?? '' }
  const link = authorLink(ctx, s.id)
  const decided = { decides: s.id }
  if (verdict === 'decline') return { ...outcomes.decline.of(facts, link), ...decided }
  return verdict === 'approve'
    ? { ...outcomes.approve.of({ ...facts, ...uploadBy.of(fullPaper, dueAt, timeZone) }, link), ...decided }
    : {
        ...outcomes.request_change.of({ ...facts, ...uploadBy.of(revisedAbstract, dueAt, timeZone) }, link),
        ...decided,
      }
}

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
  outcomes.approve,
  outcomes.request_change,
  outcomes.decline,
  reopened,
  ...paperMessages,
  withdrawn,
]
  .map(({ kind }) => kind)
  .concat(moneyLeftMessage)
