import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import { dayOfYearIn, inZone } from '#server/features/settings/deadline.ts'
import { authorLink, severalPapers } from '#server/features/submissions/placeholders.ts'
import type { AuthorDue } from './author-dues.ts'
import { dates, datesOf } from './dates.ts'
import { reviewReminderMessages } from './review-messages.ts'

/** What authors and organisers are reminded of, before and after a due date (decisions.md §10). */

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
    body: 'The deadline was {due}. For a short time you can still {what}: please do it now.\n\nIt is about {submission}.',
  },
  // Until when is not promised: on the screens the deadline is what it was.
  subject: '{task} – still possible for a short time',
  body: `The deadline was {due}. For a short time you can still {what}: please do it now.

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
  subject: '{count} overdue: give the reviewers more time or assign others',
  body: `The deadline for reviews was {due}. Still missing: {count}.

Give the reviewers more time, or assign others. After the deadline a review is taken where it has a later due date of its own.`,
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
  ...reviewReminderMessages,
  ...[uploadSoon, uploadLate, reviewsSoon, reviewsLate, paymentsLate].map(({ kind }) => kind),
]
