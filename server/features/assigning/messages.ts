import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import { inZone } from '#server/features/settings/deadline.ts'
import { severalPapers } from '#server/features/submissions/placeholders.ts'

/** What reviewers are told of several papers at once. */

/** When several reviews are due: one of the two. */
const dueOfSeveral = {
  due: {
    ...line(
      'the moment they are due, where it is one for all',
      '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)',
    ),
    optional: true,
  },
  first: {
    // Either this or `due`: what is made up is due at once.
    ...line('where they are not due at once: the first moment', ''),
    optional: true,
  },
} as const

interface DuePaper {
  paperId: string
  due: Date | null
}

function duesOf(papers: readonly DuePaper[], timeZone: string): { due: string; first: string } {
  const dues = papers.flatMap(({ due }) => due?.getTime() ?? [])
  const earliest = dues.length === 0 ? '' : inZone(new Date(Math.min(...dues)), timeZone)
  const isOne = dues.length === papers.length && new Set(dues).size === 1
  return isOne ? { due: earliest, first: '' } : { due: '', first: earliest }
}

const given = messageKind({
  key: 'assigned_together',
  group: 'review',
  to: 'The reviewer',
  when: 'Several papers were assigned at once.',
  placeholders: {
    ...severalPapers.placeholders,
    ...dueOfSeveral,
  },
  notice: {
    opens: 'review',
    title: '{count} assigned to you',
    body: `These papers were assigned to you for review: {papers}.

Please review them by {due}.

They are due at different times, the first one by {first}.`,
  },
  subject: 'Please review {count}',
  body: `These papers were assigned to you for review: {papers}.

Please review them by {due}.

They are due at different times, the first one by {first}.

If you cannot review one or have a conflict of interest, give it back on its page.`,
  button: 'See your papers',
})
/** `timeZone` is the conference's. */
export const assignedTogether = (ctx: Ctx, papers: readonly DuePaper[], timeZone: string): Message =>
  given.of(
    { ...severalPapers.of(papers.map(({ paperId }) => paperId)), ...duesOf(papers, timeZone) },
    `${ctx.config.publicUrl}/reviewer?view=assigned`,
  )

const duesMoved = messageKind({
  key: 'due_changed_together',
  group: 'review',
  to: 'The reviewer',
  when: 'The due dates of several reviews were changed at once.',
  placeholders: {
    ...severalPapers.placeholders,
    ...dueOfSeveral,
    open: { ...line('those that have no due date any more', ''), optional: true },
  },
  notice: {
    opens: 'review',
    title: '{count}: the reviews’ due dates have changed',
    body: `The due dates of your reviews have changed: {papers}.

They are now due by {due}.

They are due at different times now, the first one by {first}.

No due date any more: {open}.`,
  },
  subject: '{short}: your reviews’ due dates have changed',
  body: `The due dates of your reviews have changed: {papers}.

They are now due by {due}.

They are due at different times now, the first one by {first}.

No due date any more: {open}.`,
  button: 'See your papers',
})
/** `timeZone` is the conference's. */
export function duesChangedTogether(ctx: Ctx, papers: readonly DuePaper[], timeZone: string): Message {
  const open = papers.filter(({ due }) => due === null)
  const ids = (some: readonly DuePaper[]) => some.map(({ paperId }) => paperId)
  return duesMoved.of(
    {
      ...severalPapers.of(ids(papers)),
      ...duesOf(papers, timeZone),
      open: severalPapers.of(ids(open)).papers,
    },
    `${ctx.config.publicUrl}/reviewer?view=assigned`,
  )
}

const ahead = messageKind({
  key: 'assigned_for_revision',
  group: 'review',
  to: 'The reviewer',
  when: 'A paper was assigned whose author is still revising it.',
  placeholders: severalPapers.placeholders,
  notice: {
    opens: 'review',
    title: 'Assigned to you for the next round: {short}',
    body: 'The revised version is awaited: {papers}. You are told when it arrives, and need not do anything now.',
  },
  subject: 'Assigned to you for the next round: {short}',
  body: `Assigned to you for review, once the author has uploaded the revised version: {papers}.

You are told when it arrives, and need not do anything now. If you cannot review it then or have a conflict of interest, give it back on its page.`,
  button: 'See your papers',
})
/** A reviewer is not asked to review what they cannot review yet. */
export const assignedForRevision = (ctx: Ctx, paperIds: readonly string[]): Message =>
  ahead.of(severalPapers.of(paperIds), `${ctx.config.publicUrl}/reviewer`)

const taken = messageKind({
  key: 'unassigned_together',
  group: 'review',
  to: 'The reviewer',
  when: 'Several assignments were taken back at once.',
  placeholders: severalPapers.placeholders,
  notice: {
    opens: null,
    title: '{count} no longer assigned to you',
    body: 'The organisers took assignments back: {papers}. You need not review them.',
  },
  subject: 'No review needed: {count} no longer assigned to you',
  body: `The organisers took assignments back: {papers}.

You need not review them. Thank you.`,
  button: 'See your papers',
})
export const unassignedTogether = (ctx: Ctx, paperIds: readonly string[]): Message =>
  taken.of(severalPapers.of(paperIds), `${ctx.config.publicUrl}/reviewer`)

export const assigningMessages = [given, duesMoved, ahead, taken].map(({ kind }) => kind)
