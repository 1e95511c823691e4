import { and, desc, eq } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { assignments, reviewDrafts, submissions } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { missedReview, reviewDue } from '#server/features/submissions/review-due.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { reviewable } from './access.ts'
import { newestPapers, paperHead } from './paper-head.ts'

/** Papers that wait for the acting reviewer's review, last assigned first (portal.md §2 "Reviewer dashboard"). */
export async function listAssigned(ctx: Ctx, { limit, cursor }: PageQuery) {
  const reviewerId = personOf(ctx).userId
  const after = decodeCursor(cursor)
  const mine = and(eq(assignments.reviewerId, reviewerId), reviewable(reviewerId), assignments.waiting)
  const settings = await settingsOf(ctx.tx)
  const dueAt = await reviewDue(ctx, 'assignments', settings)
  const missed = missedReview(ctx, 'assignments', settings)
  const rows = await ctx.tx
    .select({ a: assignments, s: submissions, draftAt: reviewDrafts.updatedAt, dueAt, missed })
    .from(assignments)
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .leftJoin(
      reviewDrafts,
      and(
        eq(reviewDrafts.submissionId, submissions.id),
        eq(reviewDrafts.reviewerId, reviewerId),
        eq(reviewDrafts.round, submissions.paperRound),
      ),
    )
    .where(and(mine, beyond(after, assignments.assignedAt, assignments.id)))
    .orderBy(desc(assignments.assignedAt), desc(assignments.id))
    .limit(limit + 1)
  const [total] = await ctx.tx
    .select({ count: countAll })
    .from(assignments)
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .where(mine)
  const { items, ...more } = pageOf(rows, limit, ({ a }) => ({ at: a.assignedAt, id: a.id }))
  const newest = await newestPapers(
    ctx,
    items.map(({ s }) => s.id),
  )
  return {
    items: items.map(({ a, s, draftAt, dueAt, missed }) => ({
      ...paperHead(s, newest.get(s.id)?.fileName, settings.anonymity),
      status: 'paper_submitted' as const,
      review: { status: null },
      round: s.paperRound,
      dueAt: dueAt === null ? null : toTimestamp(dueAt),
      missedDeadline: missed === null ? null : toTimestamp(missed),
      assignedAt: toTimestamp(a.assignedAt),
      hasDraft: draftAt !== null,
    })),
    count: total?.count ?? 0,
    ...more,
  }
}
