import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { alphabet } from '#server/db/schema/columns.ts'
import { users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { overdueReviews } from '#server/features/reviewing/reviewer-role.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { ownVerdictOf, type ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { ReviewerCount, ScoreBin } from '#shared/statistics/contract.ts'

const BIN = 10

/** All submitted reviews by score, in bins of ten points; every bin, and how many have no score. */
export async function countScores(ctx: Ctx): Promise<{ scores: ScoreBin[]; unscored: number }> {
  const rows = await rowsOf<{ bin: number | null; verdict: ReviewVerdict; count: number }>(
    ctx.tx,
    sql`select case when r.score is not null then least(floor(r.score / ${BIN}), ${100 / BIN - 1})::int end as bin,
         r.verdict, count(*)::int as count
      from reviews r join submissions s on s.id = r.submission_id
      where s.deleted_at is null group by 1, 2`,
  )
  const scores = Array.from({ length: 100 / BIN }, (_, bin) => ({
    from: bin * BIN,
    to: (bin + 1) * BIN,
    approved: 0,
    request_change: 0,
    declined: 0,
  }))
  let unscored = 0
  for (const { bin, verdict, count } of rows) {
    const found = bin === null ? undefined : scores[bin]
    if (found === undefined) unscored += count
    else found[ownVerdictOf[verdict]] += count
  }
  return { scores, unscored }
}

/**
 * What each reviewer has to do and has done, whoever has the most open first; who reviews no more with what they did, so that
 * the reviews add up to what is counted elsewhere: the first `most`, or all, and how many there are.
 */
export async function countReviewers(
  ctx: Ctx,
  most?: number,
): Promise<{ reviewers: ReviewerCount[]; inAll: number }> {
  const done = sql`select r.reviewer_id as id, count(*)::int as done,
      (count(*) filter (where r.submitted_at > ${await reviewDue(ctx)}))::int as late
    from reviews r join assignments a on a.id = r.assignment_id
    join submissions s on s.id = r.submission_id and s.deleted_at is null
    group by 1`
  const overdue = sql`select a.reviewer_id as id, count(*)::int as overdue ${await overdueReviews(ctx)} group by 1`
  const rows = await rowsOf<ReviewerCount & { inAll: number }>(
    ctx.tx,
    sql`select id, name, open, overdue, done, late, former, (count(*) over ())::int as "inAll" from (
        select users.id, users.name, ${alphabet(users.name)} as sorted, not (${reviewerRole}) as former,
          case when ${reviewerRole} then coalesce(reviewer_loads.waiting, 0) else 0 end as open,
          case when ${reviewerRole} then coalesce(overdue.overdue, 0) else 0 end as overdue,
          coalesce(done.done, 0) as done, coalesce(done.late, 0) as late
        from users
        left join reviewer_loads on reviewer_loads.reviewer_id = users.id
        left join (${done}) done on done.id = users.id
        left join (${overdue}) overdue on overdue.id = users.id
        where (${reviewerRole}) or done.id is not null
      ) counted
      order by open desc, done desc, sorted, id limit ${most ?? null}`,
  )
  return {
    reviewers: rows.map(({ inAll: _, ...reviewer }) => reviewer),
    inAll: rows[0]?.inAll ?? 0,
  }
}
