import { and, desc, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { submissionEvents, submissions, users } from '#server/db/schema.ts'
import type { Afresh } from '#server/features/mail/afresh.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { paperDecision } from '#server/features/reviewing/conclude.ts'
import { paperReopened } from '#server/features/reviewing/messages.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { abstractDecision } from '#server/features/submissions/decide-abstract.ts'
import { abstractReopened } from '#server/features/submissions/messages.ts'
import { toldOf } from './said-of.ts'

/** The mails of decisions as they would be written now: by the decision's own words, and by the facts of this moment. */
export const decisionsAfresh: Afresh = async (ctx, mails) => {
  const ids = [...new Set(mails.flatMap(({ decides }) => decides ?? []))]
  if (ids.length === 0) return new Map()
  const found = await ctx.tx
    .select()
    .from(submissions)
    .where(and(inArray(submissions.id, ids), standing))
  const submissionOf = new Map(found.map((one) => [one.id, one]))
  const people = await ctx.tx
    .select()
    .from(users)
    .where(
      inArray(
        users.id,
        found.map(({ authorId }) => authorId),
      ),
    )
  const personOf = new Map(people.map((one) => [one.id, one]))
  const noteOf = await lastNotes(ctx, ids)
  const anew = new Map<string, { to: { address: string; name: string }; message: Message }>()
  for (const { id, kind, decides, toAddress } of mails) {
    const submission = submissionOf.get(decides ?? '')
    const author = personOf.get(submission?.authorId ?? '')
    const write = writers[kind]
    const note = noteOf(decides ?? '', toldOf[kind] ?? '')
    if (submission === undefined || author === undefined || write === undefined || note === undefined)
      continue
    // Whoever else it was for is told what they were to be told.
    if (author.email.toLowerCase() !== toAddress.toLowerCase()) continue
    anew.set(id, { to: recipientOf(author), message: await write(ctx, submission, note) })
  }
  return anew
}

/**
 * As {@link decisionsAfresh}, of papers' acceptances alone: who paid meanwhile, or said so, is not asked for the fee again. What
 * other decisions ask for may have been done too, and, written anew after its deadline, they would say that it is too late for it.
 */
export const acceptancesAfresh: Afresh = (ctx, mails) =>
  decisionsAfresh(
    ctx,
    mails.filter(({ kind }) => toldOf[kind] === 'paper_approved'),
  )

/** How each mail of a decision is written, from the words that were said with it. */
const writers: Readonly<
  Record<string, (ctx: Ctx, s: Submission, note: string) => Promise<Message> | Message>
> = {
  abstract_approve: (ctx, s, note) => abstractDecision(ctx, s, 'approve', note),
  abstract_approve_late: (ctx, s, note) => abstractDecision(ctx, s, 'approve', note),
  abstract_request_change: (ctx, s, note) => abstractDecision(ctx, s, 'request_change', note),
  abstract_request_change_late: (ctx, s, note) => abstractDecision(ctx, s, 'request_change', note),
  abstract_decline: (ctx, s, note) => abstractDecision(ctx, s, 'decline', note),
  abstract_reopened: (ctx, s, note) => abstractReopened(ctx, s, note),
  paper_approve: (ctx, s, note) => paperDecision(ctx, s, 'approve', note),
  paper_approve_complete: (ctx, s, note) => paperDecision(ctx, s, 'approve', note),
  paper_approve_paid: (ctx, s, note) => paperDecision(ctx, s, 'approve', note),
  paper_approve_looked_at: (ctx, s, note) => paperDecision(ctx, s, 'approve', note),
  paper_request_change: (ctx, s, note) => paperDecision(ctx, s, 'request_change', note),
  paper_request_change_late: (ctx, s, note) => paperDecision(ctx, s, 'request_change', note),
  paper_decline: (ctx, s, note) => paperDecision(ctx, s, 'decline', note),
  paper_reopened: (ctx, s, note) => paperReopened(ctx, s, note),
}

/** What was said with the last step of a kind on a submission, empty for nothing; undefined: there was no such step. */
async function lastNotes(ctx: Ctx, ids: readonly string[]) {
  const { submissionId, kind, note, at, id } = submissionEvents
  const last = await ctx.tx
    .selectDistinctOn([submissionId, kind], { submissionId, kind, note })
    .from(submissionEvents)
    .where(inArray(submissionId, [...ids]))
    .orderBy(submissionId, kind, desc(at), desc(id))
  const notes = new Map(last.map((one) => [`${one.submissionId} ${one.kind}`, one.note ?? '']))
  return (submission: string, step: string) => notes.get(`${submission} ${step}`)
}
