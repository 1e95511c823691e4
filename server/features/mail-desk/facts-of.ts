import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { MessageKind } from '#server/core/message.ts'
import { receipts } from '#server/db/schema.ts'
import { calledBy } from '#server/features/mail/recipient.ts'
import { personById } from '#server/features/people/find-person.ts'
import { uploadDues } from '#server/features/reminders/author-dues.ts'
import { everybodysDeadlines } from '#server/features/reminders/deadlines-of.ts'
import { toUpload, uploadReminder } from '#server/features/reminders/messages.ts'
import { reviewDues } from '#server/features/reminders/review-dues.ts'
import { isReviewReminder, reviewReminder } from '#server/features/reminders/review-messages.ts'
import { feeText } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import {
  nameOf,
  quoted,
  severalPapers,
  uploadBy,
  uploadLate,
  uploadOf,
} from '#server/features/submissions/placeholders.ts'
import { isDue, partsOf } from '#server/features/submissions/received.ts'
import { uploadDue } from '#server/features/submissions/upload-due.ts'
import { saidOf } from './said-of.ts'

type Facts = Readonly<Record<string, string>>

/** What a submission says in the place of a message's samples. */
export async function factsOf(ctx: Ctx, kind: MessageKind, s: Submission): Promise<Facts> {
  return {
    ...(await commonFacts(ctx, kind, s)),
    ...(await uploadFacts(ctx, kind, s)),
    ...(await reminderFacts(ctx, kind, s)),
    ...(await paymentFacts(ctx, kind, s)),
  }
}

async function commonFacts(ctx: Ctx, kind: MessageKind, s: Submission): Promise<Facts> {
  const author = await personById(ctx, s.authorId)
  const settings = await settingsOf(ctx.tx)
  const said = await saidOf(ctx, kind, s)
  const id = kind.placeholders['abstractId'] === undefined ? s.paperId : s.id
  return {
    id,
    abstractId: s.id,
    paperId: s.paperId,
    submission: quoted(id, s.title),
    ...(kind.placeholders['papers'] === undefined ? {} : severalPapers.of([s.paperId])),
    fee: feeText(settings),
    paymentPage: settings.paymentUrl,
    paymentInstructions: settings.paymentInstructions,
    ...(author === undefined ? {} : { name: calledBy(author) }),
    ...(said === undefined ? {} : { comments: said, reason: said }),
  }
}

/** What its author is to upload now, by their own deadline, where a decision says so. */
async function uploadFacts(ctx: Ctx, kind: MessageKind, s: Submission): Promise<Facts> {
  const upload = uploadOf(kind.key)
  if (upload === undefined) return {}
  const { dueAt, missed, timeZone } = await uploadDue(ctx, s.authorId, upload.deadline)
  return {
    ...uploadBy.of(upload.what, dueAt, timeZone),
    ...(missed !== null && uploadLate.of(missed, timeZone)),
  }
}

/** What a reminder would say of it today; the submission's number alone where nobody is to be reminded. */
async function reminderFacts(ctx: Ctx, { key }: MessageKind, s: Submission): Promise<Facts> {
  const settings = await settingsOf(ctx.tx)
  if (key === 'upload_due' || key === 'upload_late') {
    const all = await uploadDues(ctx, await everybodysDeadlines(ctx, settings, s.authorId), s.authorId)
    const due = all.find(({ abstractId }) => abstractId === s.id)
    if (due !== undefined) return uploadReminder(ctx, due, key === 'upload_late', settings.timeZone).values
    return toUpload(nameOf(s), 'resubmission')
  }
  if (isReviewReminder(key)) {
    const all = await reviewDues(ctx, await everybodysDeadlines(ctx, settings))
    const due = all.find(({ name }) => name === s.paperId)
    if (due === undefined) return {}
    const reviewer = await personById(ctx, due.userId)
    return {
      ...reviewReminder(ctx, [due], key, settings.timeZone).values,
      ...(reviewer === undefined ? {} : { name: calledBy(reviewer) }),
    }
  }
  return {}
}

/** What arrived for it and which receipts it has, where a message says so. */
async function paymentFacts(ctx: Ctx, { key }: MessageKind, s: Submission): Promise<Facts> {
  if (key === 'payment_part') {
    const part = (await partsOf(ctx, [s])).get(s.id)
    return isDue(part) ? part : {}
  }
  if (key === 'paper_approve_looked_at') {
    const part = (await partsOf(ctx, [{ id: s.id, stage: 'awaiting_payment' }])).get(s.id)
    return part?.due === null ? { arrived: part.received } : {}
  }
  if (key !== 'payment_verified' && key !== 'payment_reopened' && key !== 'receipt_renewed') return {}
  const [newest, older] = await ctx.tx
    .select()
    .from(receipts)
    .where(eq(receipts.submissionId, s.id))
    .orderBy(desc(receipts.edition), desc(receipts.number))
    .limit(2)
  if (newest === undefined) return {}
  const amount = newest.amount === null ? '' : `${newest.amount} ${newest.currency}`
  return { receipt: newest.name, old: older?.name ?? '', amount }
}
