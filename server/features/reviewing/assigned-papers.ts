import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { assignments, reviewDrafts, reviews, submissions } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { reviewable } from './access.ts'
import { newestPapers, paperHead } from './paper-head.ts'

/** An assignment that waits for its review: it stands, the paper is under review, this round has none of theirs. */
export function waitingFor(reviewerId: string | SQL): SQL | undefined {
  return and(
    isNull(assignments.endedAt),
    eq(submissions.stage, 'paper_submitted'),
    sql`not exists (select 1 from ${reviews} where ${reviews.submissionId} = ${submissions.id}
      and ${reviews.reviewerId} = ${reviewerId} and ${reviews.round} = ${submissions.paperRound})`,
  )
}

/** Papers that wait for the acting reviewer's review, last assigned first (portal.md §2 "Reviewer dashboard"). */
export async function listAssigned(ctx: Ctx, { limit, cursor }: PageQuery) {
  const reviewerId = personOf(ctx).userId
  const after = decodeCursor(cursor)
  const mine = and(eq(assignments.reviewerId, reviewerId), reviewable(reviewerId), waitingFor(reviewerId))
  const rows = await ctx.tx
    .select({ a: assignments, s: submissions, draftAt: reviewDrafts.updatedAt })
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
  const { anonymity } = await settingsOf(ctx.tx)
  const newest = await newestPapers(
    ctx,
    items.map(({ s }) => s.id),
  )
  return {
    items: items.map(({ a, s, draftAt }) => ({
      ...paperHead(s, newest.get(s.id)?.fileName, anonymity),
      status: 'paper_submitted' as const,
      review: { status: null },
      round: s.paperRound,
      dueAt: a.dueAt === null ? null : toTimestamp(a.dueAt),
      assignedAt: toTimestamp(a.assignedAt),
      hasDraft: draftAt !== null,
    })),
    count: total?.count ?? 0,
    ...more,
  }
}
