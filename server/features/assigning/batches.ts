import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { assignmentBatches, assignments, reviews, submissions, users } from '#server/db/schema.ts'
import { discardPutOffReviews } from '#server/features/mail/superseded.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { mayUnassign } from '#server/features/reviewing/may-unassign.ts'
import { unassigned } from '#server/features/reviewing/reviewer-messages.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { unassignedTogether } from './messages.ts'
import { restoreDues } from './restore-dues.ts'

/** As many of what stays as it is are named; of more their number is said. */
const NAMED = 5

const ofBatch = sql`from assignments a where a.batch_id = ${assignmentBatches.id}`

/** What was assigned together, the newest first. */
export async function listBatches(ctx: Ctx, { limit, cursor }: PageQuery) {
  const rows = await ctx.tx
    .select({
      batch: assignmentBatches,
      madeBy: users.name,
      assigned: sql<number>`(select count(*)::int ${ofBatch})`,
      standing: sql<number>`(select count(*)::int ${ofBatch} and a.ended_at is null)`,
      reviewed: sql<number>`(select count(*)::int ${ofBatch}
        and exists (select 1 from reviews r where r.assignment_id = a.id))`,
      dueChanges: sql<number>`(select count(*)::int from batch_due_changes d
        where d.batch_id = ${assignmentBatches.id})`,
    })
    .from(assignmentBatches)
    .innerJoin(users, eq(users.id, assignmentBatches.madeBy))
    .where(beyond(decodeCursor(cursor), assignmentBatches.madeAt, assignmentBatches.id))
    .orderBy(desc(assignmentBatches.madeAt), desc(assignmentBatches.id))
    .limit(limit + 1)
  const [total] = await ctx.tx.select({ count: countAll }).from(assignmentBatches)
  const { items, ...more } = pageOf(rows, limit, ({ batch }) => ({ at: batch.madeAt, id: batch.id }))
  return {
    items: items.map(({ batch, ...rest }) => ({
      id: batch.id,
      source: batch.source,
      madeAt: toTimestamp(batch.madeAt),
      undoneAt: batch.undoneAt === null ? null : toTimestamp(batch.undoneAt),
      ...rest,
    })),
    count: total?.count ?? 0,
    ...more,
  }
}

/**
 * Takes back what still stands of a batch, and gives what it gave another due date the one before; each reviewer is told
 * once of what they may still have had to review. Refuses 404, and 409 when it was taken back or one of its assignments has a review.
 */
export async function undoBatch(ctx: Ctx, batchId: string) {
  const [batch] = await ctx.tx
    .select()
    .from(assignmentBatches)
    .where(eq(assignmentBatches.id, batchId))
    .for('update')
  if (batch === undefined) throw notFound('That batch')
  if (batch.undoneAt !== null) throw new AppError('wrong_state', 'This batch was taken back already.')
  await holdPapers(ctx, batchId)
  // Held, so that no review comes in between: a reviewer's decision holds the paper too.
  const theirs = await ctx.tx
    .select({
      id: assignments.id,
      reviewerId: assignments.reviewerId,
      paperId: submissions.paperId,
      stage: submissions.stage,
      deletedAt: submissions.deletedAt,
    })
    .from(assignments)
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .where(and(eq(assignments.batchId, batchId), isNull(assignments.endedAt)))
    .orderBy(submissions.id)
    .for('update')
  const [reviewed] = await ctx.tx
    .select({ paperId: submissions.paperId })
    .from(reviews)
    .innerJoin(assignments, eq(assignments.id, reviews.assignmentId))
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .where(eq(assignments.batchId, batchId))
    .orderBy(submissions.id)
    .limit(1)
  if (reviewed !== undefined) {
    throw new AppError(
      'wrong_state',
      `${reviewed.paperId} has a review from this batch; take assignments back one by one.`,
    )
  }
  await ctx.tx
    .update(assignments)
    .set({ endedAt: ctx.now, endedHow: 'unassigned' })
    .where(and(eq(assignments.batchId, batchId), isNull(assignments.endedAt)))
  const { restored, left } = await restoreDues(ctx, batchId)
  await ctx.tx.update(assignmentBatches).set({ undoneAt: ctx.now }).where(eq(assignmentBatches.id, batchId))
  await discardPutOffReviews(ctx, 'taken', theirs)
  // Whose paper will never be reviewed again, or is gone, has heard so.
  const told = theirs.filter(({ stage, deletedAt }) => deletedAt === null && mayUnassign(stage, false))
  await tellEach(
    ctx,
    [...groupBy(told, (one) => one.reviewerId)].map(([userId, papers]) => ({
      userId,
      message: lostBy(ctx, papers),
    })),
  )
  const count = theirs.length === 1 ? '1 assignment was' : `${theirs.length} assignments were`
  const isDuesAlone = theirs.length === 0 && restored + left.length > 0
  const message = [isDuesAlone ? '' : `${count} taken back.`, saidOfDues(restored, left)]
  return { message: message.filter(Boolean).join(' '), undone: theirs.length, restored, left }
}

/** Holds every paper that a batch is about, in one order with whoever else holds several. */
async function holdPapers(ctx: Ctx, batchId: string): Promise<void> {
  const papers = sql`select a.submission_id from assignments a where a.batch_id = ${batchId}
    union select a.submission_id from batch_due_changes d join assignments a on a.id = d.assignment_id
      where d.batch_id = ${batchId}`
  await ctx.tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(sql`${submissions.id} in (${papers})`)
    .orderBy(submissions.id)
    .for('update')
}

/** What became of the due dates, in words; of those that stay as they are the first are named. */
function saidOfDues(restored: number, left: readonly string[]): string {
  const back =
    restored === 0
      ? ''
      : restored === 1
        ? '1 due date is as it was before.'
        : `${restored} due dates are as they were before.`
  if (left.length === 0) return back
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : ''
  return `${back} Left as they are now: ${left.slice(0, NAMED).join(', ')}${more}.`.trimStart()
}

/** What a reviewer is told of the papers that were taken back from them. */
function lostBy(ctx: Ctx, papers: readonly { paperId: string }[]): Message {
  const [paper, ...more] = papers
  return paper !== undefined && more.length === 0
    ? unassigned(ctx, paper)
    : unassignedTogether(
        ctx,
        papers.map(({ paperId }) => paperId),
      )
}
