import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind, said } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { authorLink, theSubmission } from '#server/features/submissions/placeholders.ts'
import { isOngoing } from '#shared/submissions/states.ts'
import { named, type Part } from './message-parts.ts'
import { notTheFeeMessage } from './not-the-fee-message.ts'
import type { GivenReceipt } from './receipts/give-receipts.ts'
import { unfoundMessage } from './unfound-message.ts'

/** What people are told about payments (decisions.md §10). */

const { paperId, submission } = theSubmission
const reported = messageKind({
  key: 'payment_reported',
  group: 'payment',
  to: 'Admins and staff',
  when: 'An author says the fee is paid.',
  placeholders: { paperId, submission },
  notice: {
    opens: 'payments',
    title: 'Payment for {paperId} reported',
    body: 'The author of {paperId} says the registration fee is paid. Please verify it within three business days.',
  },
  subject: '{paperId}: verify the payment',
  body: `The author of {submission} says the registration fee is paid.

Please verify it within three business days.`,
  button: 'Open the payments desk',
})
export const paymentReported = (ctx: Ctx, s: Submission): Message =>
  reported.of(named(s), `${ctx.config.publicUrl}/admin/payments?q=${encodeURIComponent(s.paperId)}`)

const verified = messageKind({
  key: 'payment_verified',
  group: 'payment',
  to: 'The author',
  when: 'A payment was verified.',
  placeholders: {
    paperId,
    submission,
    amount: { ...line('the amount', '250.00 EUR'), optional: true },
    receipt: { ...line('the receipt’s number', 'R26-0007'), optional: true },
  },
  notice: {
    opens: 'own',
    title: 'Payment for {paperId} confirmed',
    body: 'Your payment for {paperId} was verified.\n\nAmount: {amount}.\n\nYour receipt {receipt} can be downloaded from your submission.\n\nYour submission is complete.',
  },
  subject: '{paperId}: payment confirmed, your submission is complete',
  body: `Your payment for {submission} was verified.

Amount: {amount}.

Your receipt {receipt} is attached, and can be downloaded from your submission.

Your submission is complete. You need not do anything.`,
  button: 'See your submission',
})
export const paymentVerified = (
  ctx: Ctx,
  s: Submission,
  amount: string | undefined,
  receipt: GivenReceipt | undefined,
): Message => ({
  ...verified.of({ ...named(s), amount: amount ?? '', receipt: receipt?.name ?? '' }, authorLink(ctx, s.id)),
  ...attached(receipt),
})

const renewed = messageKind({
  key: 'receipt_renewed',
  group: 'payment',
  to: 'The author',
  when: 'A receipt was made out to somebody else.',
  placeholders: {
    paperId,
    receipt: line('the new receipt’s number', 'R26-0008'),
    old: { ...line('the old receipt’s number', 'R26-0007'), optional: true },
  },
  notice: {
    opens: 'own',
    title: 'New receipt for {paperId}',
    body: 'Receipt {receipt} for {paperId} can be downloaded from your submission.\n\nReceipt {old} is void.',
  },
  subject: '{paperId}: your new receipt {receipt}',
  body: `Receipt {receipt} for {paperId} is attached, and can be downloaded from your submission.

Receipt {old} is void: please do not use it any more.`,
  button: 'See your submission',
})
export const receiptRenewed = (ctx: Ctx, s: Submission, receipt: GivenReceipt, old: string): Message => ({
  ...renewed.of({ paperId: s.paperId, receipt: receipt.name, old }, authorLink(ctx, s.id)),
  ...attached(receipt),
})

function attached(receipt: GivenReceipt | undefined): Pick<Message, 'attached'> {
  if (receipt === undefined) return {}
  return { attached: { kind: 'receipt', id: receipt.id, fileName: `${receipt.name}.pdf` } }
}

const part = messageKind({
  key: 'payment_part',
  group: 'payment',
  to: 'The author',
  when: 'Less than the fee arrived.',
  placeholders: {
    paperId,
    submission,
    received: line('the amount that arrived', '100.00 EUR'),
    due: line('the amount that is still due', '150.00 EUR'),
  },
  notice: {
    opens: 'own',
    title: 'A part of the payment for {paperId} arrived',
    body: '{received} arrived for {paperId}; {due} are still due.',
  },
  subject: '{paperId}: {due} of the registration fee are still due',
  body: `{received} arrived for {submission}; {due} are still due.

Please pay the rest once, with the Paper ID as the reference. If you have paid all of it, please write to {support}.`,
  button: 'Pay the rest',
})
export const partReceived = (ctx: Ctx, s: Submission, received: string, due: string): Message =>
  part.of({ ...named(s), received, due }, authorLink(ctx, s.id))

const anew = 'You reported this payment; staff look into it again. Please do not pay again.'
const openAgain =
  'The registration fee is open again. If you have paid it, please ask the organisers before you pay again.'
const lookedAt = ({ received }: Part) =>
  `${received} are there. The organisers look at what that is and tell you what is due; please do not pay again until then.`
const restOpen = ({ received, due }: Part) =>
  `${received} of the registration fee are there; ${due} are open again. If you have paid all of it, please ask the organisers before you pay again.`
const reopened = messageKind({
  key: 'payment_reopened',
  group: 'payment',
  to: 'The author',
  when: 'The confirmation of a payment was taken back.',
  placeholders: {
    paperId,
    reason: said('the reason', 'The bank returned the transfer.'),
    next: line('whether it is looked into again, or what is to be paid', openAgain),
    receipt: { ...line('the receipt’s number', 'R26-0007'), optional: true },
  },
  notice: {
    opens: 'own',
    title: 'Payment for {paperId}: the confirmation was taken back',
    body: 'The confirmation of your payment for {paperId} was taken back.\n\nReason: {reason}\n\n{next}\n\nReceipt {receipt} is void.',
  },
  subject: '{paperId}: the confirmation of your payment was taken back',
  body: `The confirmation of your payment for {paperId} was taken back.

Reason: {reason}

{next}

If the reason asks something of you, please write to {support}.

Receipt {receipt} is void: please do not use it any more.`,
  button: 'See your submission',
})
interface TakenBack {
  reason: string
  isReported: boolean
  part: Part | undefined
  receipt: string | undefined
}
/** `isReported`: its author's report stands again, and is looked into; otherwise the fee is theirs to pay, or what a part leaves. */
export const paymentReopened = (
  ctx: Ctx,
  s: Submission,
  { reason, isReported, part, receipt = '' }: TakenBack,
): Message =>
  reopened.of(
    { paperId: s.paperId, reason, next: isReported ? anew : part ? nextWith(part) : openAgain, receipt },
    authorLink(ctx, s.id),
  )
const nextWith = (part: Part) => (part.due === null ? lookedAt(part) : restOpen(part))

const undue = messageKind({
  key: 'payment_undue',
  group: 'payment',
  to: 'The author',
  when: 'Money arrived for a paper for which nothing is to be paid, or one reported before was not found.',
  placeholders: {
    paperId,
    submission,
    found: line('what was found', '250.00 EUR arrived'),
    next: line('what the author can do', 'Please write to the organisers about paying it back.'),
  },
  notice: {
    opens: 'own',
    title: 'Payment for {paperId}: {found}',
    body: 'For {submission} {found}. Nothing is to be paid for it now.\n\n{next}',
  },
  subject: '{paperId}: {found}, and nothing is to be paid',
  body: `For {submission} {found}. Nothing is to be paid for it now.

{next} They can be reached at {support}.`,
  button: 'See your submission',
})
const undueWith = (ctx: Ctx, s: Submission, found: string, next: string): Message =>
  undue.of({ ...named(s), found, next }, authorLink(ctx, s.id))

/** What becomes of money that is there while nothing is to be paid. */
const paidBack = ({ stage }: Submission): string =>
  isOngoing(stage)
    ? 'If the paper is accepted again, what arrived counts. Or write to the organisers about paying it back.'
    : 'Please write to the organisers about paying it back.'

/** `sum`: `250.00 EUR`. */
export const soughtFound = (ctx: Ctx, s: Submission, sum: string): Message =>
  undueWith(ctx, s, `${sum} arrived`, paidBack(s))

/** `there`: what was noted before, `250.00 EUR` each. */
export const soughtNotFound = (ctx: Ctx, s: Submission, there: readonly string[]): Message =>
  there.length === 0
    ? undueWith(
        ctx,
        s,
        'no payment was found',
        'If you have paid, please tell the organisers when, and with which reference.',
      )
    : undueWith(
        ctx,
        s,
        `no further payment was found; ${there.join(' and ')} are there`,
        `${paidBack(s)} If you have paid more, please tell them when, and with which reference.`,
      )

export const paymentMessages = [
  ...[reported, verified, renewed, part, reopened, undue].map(({ kind }) => kind),
  unfoundMessage,
  notTheFeeMessage,
]
