import type { Ctx } from '#server/core/ctx.ts'
import { messageKind } from '#server/core/message.ts'
import { severalPapers } from '#server/features/submissions/placeholders.ts'
import { dates, datesOf } from './dates.ts'
import type { Due } from './which-day.ts'

/** What reviewers are reminded of, before and after their review is due (decisions.md §10). */

const reviewSoon = messageKind({
  key: 'review_due',
  group: 'review',
  to: 'The reviewer',
  when: 'A review is due in a few days.',
  placeholders: { ...severalPapers.placeholders, ...dates },
  notice: {
    opens: 'review',
    title: 'Your review of {count} is due {when}',
    body: 'Please review {papers} by {due}.',
  },
  subject: '{short}: your review is due {when}',
  body: `Please review {papers} by {due}.

If you cannot review a paper, give it back on its page, so that somebody else can be asked.`,
  button: 'Review now',
})
const reviewLate = messageKind({
  key: 'review_late',
  group: 'review',
  to: 'The reviewer',
  when: 'A review was due some days ago.',
  placeholders: { ...severalPapers.placeholders, ...dates },
  notice: {
    opens: 'review',
    title: 'Your review of {count} was due {when}',
    body: 'Your review of {papers} was due on {due}. It can still be submitted.',
  },
  subject: '{short}: your review is overdue',
  body: `Your review of {papers} was due on {due}. It can still be submitted.

If you cannot review a paper, give it back on its page, so that somebody else can be asked.`,
  button: 'Review now',
})
const reviewClosed = messageKind({
  key: 'review_closed',
  group: 'review',
  to: 'The reviewer',
  when: 'A review was due some days ago, and is not taken any more.',
  placeholders: { ...severalPapers.placeholders, ...dates },
  notice: {
    opens: 'review',
    title: 'Your review of {count} was due {when}',
    body: 'Your review of {papers} was due on {due}, and the deadline for reviews has passed. Ask the organisers for more time, or give the paper back on its page.',
  },
  subject: '{short}: your review is missing, and its deadline has passed',
  body: `Your review of {papers} was due on {due}, and the deadline for reviews has passed.

If you can still review, ask the organisers for more time. If you cannot, give the paper back on its page, so that somebody else can be asked.`,
  button: 'See your papers',
})
const reviewReminders = {
  review_due: reviewSoon,
  review_late: reviewLate,
  review_closed: reviewClosed,
}
/** Before a review is due, after that, and after the last moment in which it is taken. */
export type ReviewReminder = keyof typeof reviewReminders
export const isReviewReminder = (key: string): key is ReviewReminder => key in reviewReminders

/** All of one person and one due moment. */
export function reviewReminder(
  ctx: Ctx,
  dues: readonly [Due, ...Due[]],
  reminder: ReviewReminder,
  timeZone: string,
) {
  const papers = severalPapers.of(dues.map(({ name }) => name))
  const values = { ...papers, ...datesOf(ctx, dues[0].dueAt, timeZone) }
  const view = dues.length > 1 ? 'assigned' : `paper&paperId=${encodeURIComponent(dues[0].name)}`
  return reviewReminders[reminder].of(values, `${ctx.config.publicUrl}/reviewer?view=${view}`)
}

export const reviewReminderMessages = [reviewSoon, reviewLate, reviewClosed].map(({ kind }) => kind)
