import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import { dayOfYearIn, inZone } from '#server/features/settings/deadline.ts'
import { authorLink, severalPapers } from '#server/features/submissions/placeholders.ts'
import type { AuthorDue } from './author-dues.ts'
import { type Due, inDays } from './which-day.ts'

/** Reminders before and after a due date (decisions.md §10). */

const dates = {
  when: line('how far off that is', 'in 7 days'),
  due: line('the moment it is due', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
}
const datesOf = (ctx: Ctx, dueAt: Date, timeZone: string) => ({
  when: inDays(dueAt, ctx.now, timeZone),
  due: inZone(dueAt, timeZone),
})

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
/** All of one person and one due moment. */
export function reviewReminder(ctx: Ctx, dues: readonly [Due, ...Due[]], late: boolean, timeZone: string) {
  const papers = severalPapers.of(dues.map(({ name }) => name))
  const values = { ...papers, ...datesOf(ctx, dues[0].dueAt, timeZone) }
  const view = dues.length > 1 ? 'assigned' : `paper&paperId=${encodeURIComponent(dues[0].name)}`
  return (late ? reviewLate : reviewSoon).of(values, `${ctx.config.publicUrl}/reviewer?view=${view}`)
}

const what = {
  abstract: 'upload your abstract',
  paper: 'upload your paper',
  resubmission: 'upload your revised file',
}
/** What an author has to do, as the beginning of a sentence. */
export const toDo = (kind: AuthorDue['kind']): string => what[kind].replace(/^u/, 'U')
const authorPlaceholders = {
  what: line('what is to be done', 'upload your revised file'),
  task: line(
    'what is to be done, after the number where there is one',
    'P26-0007-I: upload your revised file',
  ),
  day: line('the day it is due', '3 May'),
  submission: { ...line('the abstract’s number or the Paper ID', 'P26-0007-I'), optional: true },
  ...dates,
} as const
const uploadSoon = messageKind({
  key: 'upload_due',
  group: 'submission',
  to: 'The author',
  when: 'A deadline of theirs is near, and something is still to be uploaded.',
  placeholders: authorPlaceholders,
  notice: {
    opens: 'own',
    title: 'Deadline {when}: {what}',
    body: 'Please {what} by {due}.\n\nIt is about {submission}.',
  },
  subject: '{task} by {day} – {when}',
  body: `Please {what} by {due}.

It is about {submission}.

You need not do anything if you do not want to go on.`,
  button: 'Go to your submissions',
})
const uploadLate = messageKind({
  key: 'upload_late',
  group: 'submission',
  to: 'The author',
  when: 'A deadline of theirs has passed, and the grace has not.',
  placeholders: {
    ...authorPlaceholders,
    closes: line('until when it is still taken', '5 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
    lastDay: line('the day until which it is still taken', '5 May'),
  },
  notice: {
    opens: 'own',
    title: 'Still possible: {what}',
    body: 'The deadline was {due}. You can still {what} until {closes}.\n\nIt is about {submission}.',
  },
  subject: '{task} – still possible until {lastDay}',
  body: `The deadline was {due}. You can still {what} until {closes}.

It is about {submission}.`,
  button: 'Go to your submissions',
})
/** What an author is to upload for a submission; an empty name: for none yet. */
export const toUpload = (name: string, kind: AuthorDue['kind']) => ({
  what: what[kind],
  task: name === '' ? toDo(kind) : `${name}: ${what[kind]}`,
  submission: name,
})
export function uploadReminder(ctx: Ctx, due: AuthorDue, late: boolean, timeZone: string): Message {
  const values = {
    ...toUpload(due.name, due.kind),
    day: dayOfYearIn(due.dueAt, timeZone),
    ...datesOf(ctx, due.dueAt, timeZone),
  }
  const url =
    due.abstractId === ''
      ? `${ctx.config.publicUrl}/author?view=upload-abstract`
      : authorLink(ctx, due.abstractId)
  if (!late) return uploadSoon.of(values, url)
  const closes = due.closes ?? due.dueAt
  const until = { closes: inZone(closes, timeZone), lastDay: dayOfYearIn(closes, timeZone) }
  return uploadLate.of({ ...values, ...until }, url)
}

const missing = {
  count: line('how many reviews', '12 reviews'),
  ...dates,
}
const reviewsSoon = messageKind({
  key: 'reviews_missing',
  group: 'notice',
  to: 'The organisers',
  when: 'The deadline for reviews is near, and reviews are missing.',
  placeholders: missing,
  notice: {
    opens: null,
    title: '{count} missing, due {when}',
    body: 'The deadline for reviews is {due}. Still missing: {count}.',
  },
  subject: '{count} missing, due {when}',
  body: 'The deadline for reviews is {due}. Still missing: {count}.',
  button: 'See the reviewers',
})
const reviewsLate = messageKind({
  key: 'reviews_late',
  group: 'notice',
  to: 'The organisers',
  when: 'The deadline for reviews has passed, and reviews are missing.',
  placeholders: missing,
  notice: {
    opens: null,
    title: '{count} overdue',
    body: 'The deadline for reviews was {due}. Still missing: {count}.',
  },
  subject: '{count} overdue: remind the reviewers or assign others',
  body: `The deadline for reviews was {due}. Still missing: {count}.

Remind the reviewers, give them more time, or assign others.`,
  button: 'See the reviewers',
})
export function missingReviewsReminder(
  ctx: Ctx,
  count: number,
  dueAt: Date,
  late: boolean,
  timeZone: string,
) {
  const values = {
    count: count === 1 ? '1 review' : `${count} reviews`,
    ...datesOf(ctx, dueAt, timeZone),
  }
  return (late ? reviewsLate : reviewsSoon).of(
    values,
    `${ctx.config.publicUrl}/admin/reviewers${late ? '?status=overdue' : ''}`,
  )
}

const paymentsLate = messageKind({
  key: 'payments_late',
  group: 'payment',
  to: 'Admins and staff',
  when: 'Payments wait to be verified longer than promised.',
  placeholders: severalPapers.placeholders,
  notice: {
    opens: 'payments',
    title: 'Payments of {count} wait longer than promised',
    body: 'Authors were promised an answer within three business days: {papers}.',
  },
  subject: '{short}: payment reported over three business days ago',
  body: `Authors were promised an answer within three business days. Their payments are still to be verified: {papers}.`,
  button: 'Open the payments desk',
})
export const latePayments = (ctx: Ctx, paperIds: readonly string[]): Message =>
  paymentsLate.of(severalPapers.of(paperIds), `${ctx.config.publicUrl}/admin/payments?status=late`)

export const reminderMessages = [
  reviewSoon,
  reviewLate,
  uploadSoon,
  uploadLate,
  reviewsSoon,
  reviewsLate,
  paymentsLate,
].map(({ kind }) => kind)
