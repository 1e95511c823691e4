import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { authorLink, theSubmission } from '#server/features/submissions/placeholders.ts'
import { named } from './message-parts.ts'

const { paperId, submission } = theSubmission

const notTheFee = messageKind({
  key: 'payment_not_the_fee',
  group: 'payment',
  to: 'The author',
  when: 'Money in another currency than the fee’s was taken off the paper or paid back, and the whole fee is due.',
  placeholders: {
    paperId,
    submission,
    arrived: line('what had arrived', '165.00 USD'),
    fee: line('the registration fee', '250.00 EUR'),
  },
  notice: {
    opens: 'own',
    title: 'Payment for {paperId}: the registration fee is due',
    body: 'The organisers looked at the {arrived} that had arrived for {paperId}: they do not count towards the registration fee. The whole fee is due: {fee}. If you have paid it, please ask the organisers before you pay again.',
  },
  subject: '{paperId}: pay the registration fee of {fee}',
  body: `The organisers looked at the {arrived} that had arrived for {submission}: they do not count towards the registration fee.

The whole fee is due: {fee}. Please pay it once, with the Paper ID as the reference. If you have paid it, please write to {support} before you pay again.`,
  button: 'Pay the registration fee',
})

/** Organisers looked at money in another currency, `165.00 USD`, and it went: the whole fee, `250.00 EUR`, is due. */
export const moneyIsNotTheFee = (ctx: Ctx, s: Submission, arrived: string, fee: string): Message =>
  notTheFee.of({ ...named(s), arrived, fee }, authorLink(ctx, s.id))

export const notTheFeeMessage = notTheFee.kind
