import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import {
  authorLink,
  quoted,
  theSubmission,
  uploadBy,
  uploads,
} from '#server/features/submissions/placeholders.ts'
import type { UploadDue } from '#server/features/submissions/upload-due.ts'
import type { Placeholders } from '#shared/mail/template.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** The decision on a paper, told to its author, with what to do now (decisions.md §10). */

const theDecision = {
  paperId: theSubmission.paperId,
  submission: theSubmission.submission,
  comments: {
    ...said('the comments to the author', 'Please add the measurements.'),
    required: true as const,
  },
}

const approve = messageKind({
  key: 'paper_approve',
  group: 'decision',
  to: 'The author',
  when: 'A paper was accepted.',
  placeholders: {
    ...theDecision,
    fee: { ...line('the registration fee, where it is set', '250.00 EUR'), optional: true },
    paymentPage: {
      about: 'the payment page of the settings',
      sample: 'https://pay.example',
      kind: 'link',
      optional: true,
    },
    paymentInstructions: said('the payment instructions of the settings', 'By bank transfer.'),
  },
  notice: {
    opens: 'own',
    title: 'Paper {paperId} accepted',
    body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

What to do now: pay the registration fee. Give {paperId} as the payment reference.

Amount: {fee}

Payment page: {paymentPage}

{paymentInstructions}

Payments are verified within three business days. Please do not pay twice.`,
  },
  subject: '{paperId}: accepted – pay the registration fee',
  body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

What to do now: pay the registration fee. Give {paperId} as the payment reference.

Amount: {fee}

Payment page: {paymentPage}

{paymentInstructions}

Payments are verified within three business days. Please do not pay twice.`,
  button: 'Pay the registration fee',
})

const other = <const Own extends Placeholders>(
  verdict: Exclude<ReviewVerdict, 'approve'>,
  words: { when: string; title: string; subject: string; lead: string; next: string; button: string },
  own: Own,
) =>
  messageKind({
    key: `paper_${verdict}`,
    group: 'decision',
    to: 'The author',
    when: words.when,
    placeholders: { ...theDecision, ...own },
    notice: {
      opens: 'own',
      title: words.title,
      body: `${words.lead}\n\nComments: {comments}\n\n${words.next}`,
    },
    subject: words.subject,
    body: `${words.lead}\n\nComments: {comments}\n\n${words.next}`,
    button: words.button,
  })

const { what: revisedPaper } = uploads.paper_request_change
const requestChange = other(
  'request_change',
  {
    when: 'A paper was provisionally accepted.',
    title: 'Paper {paperId}: changes requested',
    subject: '{paperId}: {what}',
    lead: 'Your paper {submission} was provisionally accepted: changes are asked for.',
    button: 'Upload your revised paper',
    next: 'What to do now: revise the paper and upload the new version.\n\nPlease upload it by {due}.',
  },
  uploadBy.placeholders(revisedPaper),
)
const decline = other(
  'decline',
  {
    when: 'A paper was rejected.',
    title: 'Paper {paperId} rejected',
    subject: '{paperId}: your paper was not accepted',
    lead: 'Your paper {submission} was not accepted. The submission ends here.',
    button: 'See your submission',
    next: 'You need not do anything.',
  },
  {},
)

const approveAgain = messageKind({
  key: 'paper_approve_paid',
  group: 'decision',
  to: 'The author',
  when: 'A paper was accepted anew whose fee is there or reported.',
  placeholders: theDecision,
  notice: {
    opens: 'own',
    title: 'Paper {paperId} accepted',
    body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

You need not do anything: your payment is with the staff. Please do not pay again.`,
  },
  subject: '{paperId}: accepted – your payment is being verified',
  body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

You need not do anything: your payment from before is with the staff, who verify it. Please do not pay again.`,
  button: 'See your submission',
})

/** `due` is the author's deadline for a revised paper; `toPay` what they are to pay of the fee, null where they are not. */
export function paperDecided(
  ctx: Ctx,
  s: Submission,
  verdict: ReviewVerdict,
  note: string | null,
  settings: Settings,
  { dueAt, timeZone }: UploadDue,
  toPay: string | null,
): Message {
  const submission = quoted(s.paperId, s.title)
  const facts = { paperId: s.paperId, submission, comments: note ?? '' }
  const link = authorLink(ctx, s.id)
  const decided = { decides: s.id }
  if (verdict === 'decline') return { ...decline.of(facts, link), ...decided }
  if (verdict === 'request_change')
    return {
      ...requestChange.of({ ...facts, ...uploadBy.of(revisedPaper, dueAt, timeZone) }, link),
      ...decided,
    }
  if (toPay === null) return { ...approveAgain.of(facts, link), ...decided }
  const { paymentUrl, paymentInstructions } = settings
  const payment = { fee: toPay, paymentPage: paymentUrl, paymentInstructions }
  return { ...approve.of({ ...facts, ...payment }, link), ...decided }
}

export const paperDecisionMessages = [approve, approveAgain, requestChange, decline].map(({ kind }) => kind)
