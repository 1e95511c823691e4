import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'

/** What is told when somebody deletes their account. */

/** At the address that is forgotten with this mail. */
const deleted = messageKind({
  key: 'account_deleted',
  group: 'account',
  to: 'The person',
  when: 'Somebody deleted their account.',
  placeholders: {},
  subject: 'Your account was deleted',
  body: `Your account and your personal data in it were deleted. What was under way was withdrawn.

Decided papers, submitted reviews and payments stay as the conference’s record, without your name in the portal.

If it was not you, write to {support} at once.`,
  button: 'Open the portal',
})
export const accountDeleted = (ctx: Ctx): Message => deleted.of({}, ctx.config.publicUrl)

const left = messageKind({
  key: 'person_left',
  group: 'review',
  to: 'The organisers',
  when: 'Somebody with work under way deleted their account.',
  placeholders: {
    what: line('what it means', 'papers need another reviewer'),
    withdrawn: { ...line('the submissions withdrawn with it', 'A26-0007'), optional: true },
    givenBack: { ...line('the papers that need another reviewer', 'P26-0008-G'), optional: true },
  },
  notice: {
    opens: 'desk',
    title: 'Somebody deleted their account: {what}',
    body: 'Withdrawn with their account: {withdrawn}.\n\nThese papers need another reviewer: {givenBack}.',
  },
  subject: 'Somebody deleted their account: {what}',
  body: `Somebody deleted their account.

Withdrawn with their account: {withdrawn}.

These papers need another reviewer: {givenBack}.`,
  button: 'Open the papers desk',
})
export const personLeft = (ctx: Ctx, withdrawn: readonly string[], givenBack: readonly string[]): Message =>
  left.of(
    {
      what: givenBack.length === 0 ? 'submissions were withdrawn' : 'papers need another reviewer',
      withdrawn: withdrawn.join(', '),
      givenBack: givenBack.join(', '),
    },
    `${ctx.config.publicUrl}/admin/papers`,
  )

export const privacyMessages = [deleted, left].map(({ kind }) => kind)
