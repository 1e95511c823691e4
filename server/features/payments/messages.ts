import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'

/** What people are told about payments (decisions.md §10). */

const authorLink = (ctx: Ctx, s: Submission) =>
  `${ctx.config.publicUrl}/author?view=details&abstractId=${encodeURIComponent(s.id)}`

/** To admins and staff. */
export function paymentReported(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'payment_reported',
    title: `Payment for ${s.paperId} reported`,
    body: `The author of ${s.paperId} says the registration fee is paid. Please verify it within three business days.`,
    subject: `${s.paperId}: verify the payment`,
    paragraphs: [
      `The author of ${s.paperId} says the registration fee is paid.`,
      'Please verify it within three business days.',
    ],
    action: {
      label: 'Open the payments desk',
      url: `${ctx.config.publicUrl}/admin/payments?q=${encodeURIComponent(s.paperId)}`,
    },
  }
}

/** To the author. */
export function paymentVerified(ctx: Ctx, s: Submission, amount: string | undefined): Message {
  const sum = amount === undefined ? '' : ` Amount: ${amount}.`
  return {
    kind: 'payment_verified',
    title: `Payment for ${s.paperId} confirmed`,
    body: `Your payment for ${s.paperId} was verified.${sum} Your submission is complete.`,
    subject: `${s.paperId}: payment confirmed, your submission is complete`,
    paragraphs: [
      `Your payment for ${s.paperId} was verified.${sum}`,
      'Your submission is complete. You need not do anything.',
    ],
    action: { label: 'See your submission', url: authorLink(ctx, s) },
  }
}

/** To the author. */
export function paymentReopened(ctx: Ctx, s: Submission, reason: string): Message {
  return {
    kind: 'payment_reopened',
    title: `Payment for ${s.paperId} is open again`,
    body: `The confirmation of your payment for ${s.paperId} was taken back.\n\nReason: ${reason}`,
    subject: `${s.paperId}: your payment is open again`,
    paragraphs: [
      `The confirmation of your payment for ${s.paperId} was taken back.`,
      `Reason: ${reason}`,
      'If you have paid, please answer this mail before paying again.',
    ],
    action: { label: 'See your submission', url: authorLink(ctx, s) },
  }
}
