import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { everyPage } from '#server/core/every-page.ts'
import { rowsOf } from '#server/db/db.ts'
import { listReviewers } from '#server/features/reviewing/list-reviewers.ts'
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
 * the reviews add up to what is counted elsewhere.
 */
export async function countReviewers(ctx: Ctx): Promise<ReviewerCount[]> {
  const rows = await rowsOf<{ id: string; name: string; done: number; late: number }>(
    ctx.tx,
    sql`select counted.*, u.name from (
        select r.reviewer_id as id, count(*)::int as done,
          (count(*) filter (where r.submitted_at > ${await reviewDue(ctx)}))::int as late
        from reviews r join assignments a on a.id = r.assignment_id
        join submissions s on s.id = r.submission_id and s.deleted_at is null
        group by 1
      ) counted join users u on u.id = counted.id`,
  )
  const reviewed = new Map(rows.map((row) => [row.id, row]))
  const all: ReviewerCount[] = []
  for await (const page of everyPage((query) => listReviewers(ctx, query))) {
    for (const { id, name, assigned, overdue, done } of page) {
      const late = reviewed.get(id)?.late ?? 0
      all.push({ id, name, open: assigned, overdue, done, late, former: false })
      reviewed.delete(id)
    }
  }
  for (const row of reviewed.values()) all.push({ ...row, open: 0, overdue: 0, former: true })
  return all.sort((a, b) => b.open - a.open || b.done - a.done || a.name.localeCompare(b.name))
}
