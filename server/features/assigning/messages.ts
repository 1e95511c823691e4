import type { Ctx } from '#server/core/ctx.ts'
import { type Message, messageKind } from '#server/core/message.ts'
import { severalPapers } from '#server/features/submissions/placeholders.ts'

/** What reviewers are told of several papers at once. */

const given = messageKind({
  key: 'assigned_together',
  group: 'review',
  to: 'The reviewer',
  when: 'Several papers were assigned at once.',
  placeholders: severalPapers.placeholders,
  notice: {
    title: '{count} assigned to you',
    body: 'These papers were assigned to you for review: {papers}.',
  },
  subject: 'Please review {count}',
  body: `These papers were assigned to you for review: {papers}.

If you cannot review one or have a conflict of interest, give it back on its page.`,
  button: 'See your papers',
})
export const assignedTogether = (ctx: Ctx, paperIds: readonly string[]): Message =>
  given.of(severalPapers.of(paperIds), `${ctx.config.publicUrl}/reviewer?view=assigned`)

const taken = messageKind({
  key: 'unassigned_together',
  group: 'review',
  to: 'The reviewer',
  when: 'A batch of assignments was taken back.',
  placeholders: severalPapers.placeholders,
  notice: {
    title: '{count} no longer assigned to you',
    body: 'The organisers took an assignment back: {papers}. You need not review them.',
  },
  subject: 'No review needed: {count} no longer assigned to you',
  body: `The organisers took an assignment back: {papers}.

You need not review them. Thank you.`,
  button: 'See your papers',
})
export const unassignedTogether = (ctx: Ctx, paperIds: readonly string[]): Message =>
  taken.of(severalPapers.of(paperIds), `${ctx.config.publicUrl}/reviewer`)

export const assigningMessages = [given, taken].map(({ kind }) => kind)
