import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'

/** What is told when somebody deletes their account. */

/** To the person, at the address that is forgotten with this mail. */
export function accountDeleted(ctx: Ctx): Message {
  return {
    kind: 'account_deleted',
    title: 'Your account was deleted',
    body: 'Your account was deleted.',
    subject: 'Your account was deleted',
    paragraphs: [
      'Your account and your personal data in it were deleted. What was under way was withdrawn.',
      'Decided papers, submitted reviews and payments stay as the conference’s record, without your name in the portal.',
      'If it was not you, tell us at once by answering this mail.',
    ],
    action: { label: 'Open the portal', url: ctx.config.publicUrl },
  }
}

/** To the organisers: what a person who left had under way. */
export function personLeft(ctx: Ctx, withdrawn: readonly string[], givenBack: readonly string[]): Message {
  const facts = [
    ...(withdrawn.length === 0 ? [] : [`Withdrawn with their account: ${withdrawn.join(', ')}.`]),
    ...(givenBack.length === 0 ? [] : [`These papers need another reviewer: ${givenBack.join(', ')}.`]),
  ]
  const what = givenBack.length === 0 ? 'submissions were withdrawn' : 'papers need another reviewer'
  return {
    kind: 'person_left',
    title: `Somebody deleted their account: ${what}`,
    body: facts.join('\n\n'),
    subject: `Somebody deleted their account: ${what}`,
    paragraphs: ['Somebody deleted their account.', ...facts],
    action: { label: 'Open the papers desk', url: `${ctx.config.publicUrl}/admin/papers` },
  }
}
