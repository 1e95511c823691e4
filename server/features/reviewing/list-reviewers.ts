import { and, asc, eq, gt, ilike, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { decodeCursor, pageOf } from '#server/db/keyset.ts'
import { users } from '#server/db/schema.ts'
import { containing } from '#server/db/search.ts'
import { anySubmission } from '#server/features/submissions/access.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { listReviewers as contract } from '#shared/reviewing/desk-contract.ts'
import { conflictFinder, type Reviewer } from './conflicts.ts'
import { reviewerRole } from './reviewer-role.ts'

type Query = z.output<typeof contract.query>

const open = sql`from assignments a join submissions s on s.id = a.submission_id
  where a.reviewer_id = users.id and a.ended_at is null and s.deleted_at is null and s.stage = 'paper_submitted'
    and not exists (select 1 from reviews r where r.submission_id = s.id
      and r.reviewer_id = a.reviewer_id and r.round = s.paper_round)`

/** Reviewers, first registered first, with what they have to do; with a paper, who may not review it and why. */
export async function listReviewers(ctx: Ctx, { limit, cursor, q, paperId }: Query) {
  const after = decodeCursor(cursor)
  const like = q ? containing(q) : undefined
  const all = and(
    reviewerRole,
    like === undefined
      ? undefined
      : or(
          ilike(users.name, like),
          ilike(users.email, like),
          ilike(users.organization, like),
          sql`array_to_string(${users.topics}, ' ') ilike ${like}`,
        ),
  )
  const rows = await ctx.tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      organization: users.organization,
      topics: users.topics,
      limit: users.reviewLimit,
      createdAt: users.createdAt,
      lastLoginAt: users.lastLoginAt,
      assigned: sql<number>`(select count(*)::int ${open})`,
      overdue: sql<number>`(select count(*)::int ${open} and a.due_at < ${ctx.now.toISOString()}::timestamptz)`,
      done: sql<number>`(select count(*)::int from reviews r where r.reviewer_id = users.id)`,
    })
    .from(users)
    .where(
      after === undefined
        ? all
        : and(
            all,
            or(
              gt(users.createdAt, after.at),
              and(eq(users.createdAt, after.at), sql`${users.id} > ${after.id}::uuid`),
            ),
          ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(limit + 1)
  const [total] = await ctx.tx.select({ count: countAll }).from(users).where(all)
  const { items, ...more } = pageOf(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  const conflictWith = await conflictsOn(ctx, paperId, items)
  return {
    items: items.map(({ createdAt: _, lastLoginAt, ...reviewer }) => ({
      ...reviewer,
      lastLoginAt: lastLoginAt === null ? null : toTimestamp(lastLoginAt),
      conflict: conflictWith(reviewer),
    })),
    count: total?.count ?? 0,
    ...more,
  }
}

async function conflictsOn(ctx: Ctx, paperId: string | undefined, reviewers: readonly Reviewer[]) {
  if (paperId === undefined) return () => null
  const submission = await anySubmission(ctx, { paperId })
  const find = await conflictFinder(ctx, [submission], reviewers)
  return (reviewer: Reviewer) => find(submission, reviewer)
}
