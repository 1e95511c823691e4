import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'

/** What reviewers are told of several papers at once. */

/** As many ids as a sentence holds, and how many more. */
function named(paperIds: readonly string[]): string {
  const shown = paperIds.slice(0, 20).join(', ')
  return paperIds.length > 20 ? `${shown} and ${paperIds.length - 20} more` : shown
}

const placeholders = {
  count: line('how many papers', '3 papers'),
  papers: line('their Paper IDs', 'P26-0007-I, P26-0008-G and P26-0009-E'),
}
const valuesOf = (paperIds: readonly string[]) => ({
  count: paperIds.length === 1 ? '1 paper' : `${paperIds.length} papers`,
  papers: named(paperIds),
})

const given = messageKind({
  key: 'assigned_together',
  group: 'review',
  to: 'The reviewer',
  when: 'Several papers were assigned at once.',
  placeholders,
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
  given.of(valuesOf(paperIds), `${ctx.config.publicUrl}/reviewer?view=assigned`)

const taken = messageKind({
  key: 'unassigned_together',
  group: 'review',
  to: 'The reviewer',
  when: 'A batch of assignments was taken back.',
  placeholders,
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
  taken.of(valuesOf(paperIds), `${ctx.config.publicUrl}/reviewer`)

export const assigningMessages = [given, taken].map(({ kind }) => kind)
