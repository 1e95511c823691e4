import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'

/** What reviewers are told of several papers at once. */

/** As many ids as a sentence holds, and how many more. */
function named(paperIds: readonly string[]): string {
  const shown = paperIds.slice(0, 20).join(', ')
  return paperIds.length > 20 ? `${shown} and ${paperIds.length - 20} more` : shown
}

export function assignedTogether(ctx: Ctx, paperIds: readonly string[]): Message {
  return {
    kind: 'assigned',
    title: `${paperIds.length} papers assigned to you`,
    body: `These papers were assigned to you for review: ${named(paperIds)}.`,
    subject: `Please review ${paperIds.length} papers`,
    paragraphs: [
      `These papers were assigned to you for review: ${named(paperIds)}.`,
      'If you cannot review one or have a conflict of interest, give it back on its page.',
    ],
    action: { label: 'See your papers', url: `${ctx.config.publicUrl}/reviewer?view=assigned` },
  }
}

export function unassignedTogether(ctx: Ctx, paperIds: readonly string[]): Message {
  const count = paperIds.length === 1 ? '1 paper is' : `${paperIds.length} papers are`
  return {
    kind: 'unassigned',
    title: `${count} no longer assigned to you`,
    body: `The organisers took an assignment back: ${named(paperIds)}. You need not review them.`,
    subject: `${count} no longer assigned to you`,
    paragraphs: [
      `The organisers took an assignment back: ${named(paperIds)}.`,
      'You need not review them. Thank you.',
    ],
    action: { label: 'See your papers', url: `${ctx.config.publicUrl}/reviewer` },
  }
}
