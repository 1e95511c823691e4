import { and, desc, eq, sql } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { assignments, reviews, submissions } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { ownVerdictOf, type ReviewVerdict } from '#shared/reviewing/verdict.ts'
import { assignedTo, visibleTo } from './access.ts'
import { asLeft, paperHead, papersReadBy, seenUntil } from './paper-head.ts'

/**
 * Papers the acting reviewer has decided on, each once with the newest review, the last first. A paper that waits
 * for them again stands in the assigned list instead. The status shown is their own verdict: the paper's own would
 * tell what others decided.
 */
export async function listReviewed(ctx: Ctx, { limit, cursor }: PageQuery) {
  const reviewerId = personOf(ctx).userId
  const after = decodeCursor(cursor)
  const mine = and(
    eq(reviews.reviewerId, reviewerId),
    visibleTo(ctx, reviewerId),
    sql`${reviews.round} = (select max(r.round) from ${reviews} r
      where r.submission_id = ${submissions.id} and r.reviewer_id = ${reviewerId})`,
    sql`not exists (select 1 from ${assignments} where ${assignments.submissionId} = ${submissions.id}
      and ${assignments.reviewerId} = ${reviewerId} and ${assignments.waiting})`,
  )
  const rows = await ctx.tx
    .select({ r: reviews, s: submissions, isAssigned: sql<boolean>`${assignedTo(ctx, reviewerId)}` })
    .from(reviews)
    .innerJoin(submissions, eq(submissions.id, reviews.submissionId))
    .where(and(mine, beyond(after, reviews.submittedAt, reviews.id)))
    .orderBy(desc(reviews.submittedAt), desc(reviews.id))
    .limit(limit + 1)
  const totals = await ctx.tx
    .select({ verdict: reviews.verdict, count: countAll })
    .from(reviews)
    .innerJoin(submissions, eq(submissions.id, reviews.submissionId))
    .where(mine)
    .groupBy(reviews.verdict)
  const countOf = (verdict: ReviewVerdict) => totals.find((row) => row.verdict === verdict)?.count ?? 0
  const { items, ...more } = pageOf(rows, limit, ({ r }) => ({ at: r.submittedAt, id: r.id }))
  const { anonymity } = await settingsOf(ctx.tx)
  const read = await papersReadBy(
    ctx,
    reviewerId,
    items.map(({ s }) => s.id),
  )
  return {
    items: items.map(({ r, s, isAssigned }) => {
      const version = read.get(s.id)
      const until = seenUntil(r.submittedAt, version)
      return {
        ...paperHead(isAssigned ? s : asLeft(s), version?.fileName, anonymity, until),
        ...ownReview(r),
        round: r.round,
        decidedAt: toTimestamp(r.submittedAt),
      }
    }),
    count: totals.reduce((sum, row) => sum + row.count, 0),
    counts: {
      approved: countOf('approve'),
      requestChange: countOf('request_change'),
      declined: countOf('decline'),
    },
    ...more,
  }
}

function ownReview(r: typeof reviews.$inferSelect) {
  const status = ownVerdictOf[r.verdict]
  return {
    status,
    review: { status, reason: r.comments, score: r.score, decidedAt: toTimestamp(r.submittedAt) },
    reason: r.comments,
    requestChange: status === 'request_change',
    requestChangeReason: status === 'request_change' ? r.comments : null,
    declined: status === 'declined',
    declinedReason: status === 'declined' ? r.comments : null,
  }
}
