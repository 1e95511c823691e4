import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import type { DueOnAcceptance } from '#server/features/submissions/due-on-acceptance.ts'
import { authorLink, quoted, theSubmission } from '#server/features/submissions/placeholders.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** The acceptance of a paper, told to its author with what of the fee is to be paid now (decisions.md §10). */

/** What every decision on a paper says. */
export const theDecision = {
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

const approveAgain = messageKind({
  key: 'paper_approve_paid',
  group: 'decision',
  to: 'The author',
  when: 'A paper was accepted whose fee is there or reported: it was accepted before, or the mail waited for the mail server.',
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

You need not do anything: your payment is with the staff, who verify it. Please do not pay again.`,
  button: 'See your submission',
})

const approveComplete = messageKind({
  key: 'paper_approve_complete',
  group: 'decision',
  to: 'The author',
  when: 'A paper was accepted, and its payment confirmed while the mail waited for the mail server.',
  placeholders: theDecision,
  notice: {
    opens: 'own',
    title: 'Paper {paperId} accepted',
    body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

You need not do anything: your payment is confirmed, and your submission is complete.`,
  },
  subject: '{paperId}: accepted, and your payment is confirmed',
  body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

You need not do anything: your payment is confirmed, and your submission is complete.`,
  button: 'See your submission',
})

const approveLookedAt = messageKind({
  key: 'paper_approve_looked_at',
  group: 'decision',
  to: 'The author',
  when: 'A paper was accepted anew for which money in another currency than the fee’s had come.',
  placeholders: { ...theDecision, arrived: line('what arrived', '165.00 USD') },
  notice: {
    opens: 'own',
    title: 'Paper {paperId} accepted',
    body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

{arrived} arrived for it before. The organisers look at what that is and tell you what is due; please do not pay again until then.`,
  },
  subject: '{paperId}: accepted – do not pay again until you hear from us',
  body: `Your paper {submission} was accepted. Congratulations.

Comments: {comments}

{arrived} arrived for it before. The organisers look at what that is and tell you what is due; please do not pay again until then.`,
  button: 'See your submission',
})

/** What those placeholders stand for. */
export const decisionFacts = (s: Submission, note: string | null) => ({
  paperId: s.paperId,
  submission: quoted(s.paperId, s.title),
  comments: note ?? '',
})

/** `fee`: what is to be paid now, or why nothing. */
export function paperAccepted(
  ctx: Ctx,
  s: Submission,
  note: string | null,
  { paymentUrl, paymentInstructions }: Settings,
  fee: DueOnAcceptance | undefined,
): Message {
  const facts = decisionFacts(s, note)
  const link = authorLink(ctx, s.id)
  if (fee === 'confirmed') return approveComplete.of(facts, link)
  if (fee === 'paid') return approveAgain.of(facts, link)
  if (fee !== undefined && 'arrived' in fee)
    return approveLookedAt.of({ ...facts, arrived: fee.arrived }, link)
  const payment = { fee: fee?.pay ?? '', paymentPage: paymentUrl, paymentInstructions }
  return approve.of({ ...facts, ...payment }, link)
}

export const acceptanceMessages = [approve, approveAgain, approveLookedAt, approveComplete].map(
  ({ kind }) => kind,
)
