import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { authorLink, theSubmission } from '#server/features/submissions/placeholders.ts'
import { named, type Part } from './message-parts.ts'

const { paperId, submission } = theSubmission

const unfound = messageKind({
  key: 'payment_unfound',
  group: 'payment',
  to: 'The author',
  when: 'A payment that was reported for a paper that is to be paid did not arrive.',
  placeholders: {
    paperId,
    submission,
    open: line('what is open again', 'the registration fee is open again'),
  },
  notice: {
    opens: 'own',
    title: 'Payment for {paperId}: it did not arrive',
    body: 'The payment that you reported for {paperId} was not found; {open}. If you have paid it, please ask the organisers before you pay again.',
  },
  subject: '{paperId}: your payment did not arrive',
  body: `You reported a payment for {submission}. It was looked for and not found, so {open}.

If you have paid it, please write to {support}, when and with which reference, before you pay again. If you have not, please pay it once, with the Paper ID as the reference, and report it then.`,
  button: 'See how to pay',
})
/** What was reported for a paper that is to be paid did not arrive; `part`: what did, before. */
export const reportUnfound = (ctx: Ctx, s: Submission, part: Part | undefined): Message => {
  const open =
    part === undefined
      ? 'the registration fee is open again'
      : `${part.due} of the registration fee are still due; ${part.received} arrived before`
  return unfound.of({ ...named(s), open }, authorLink(ctx, s.id))
}

export const unfoundMessage = unfound.kind
