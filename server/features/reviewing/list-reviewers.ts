import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { withCount } from '#server/db/found.ts'
import { alphabet } from '#server/db/schema/columns.ts'
import { reviewerLoads, users } from '#server/db/schema.ts'
import { containing, holds } from '#server/db/search.ts'
import { alphabetical, earliest, most, walkBy } from '#server/db/sort.ts'
import { countTallied } from '#server/db/tallies.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { anySubmission } from '#server/features/submissions/access.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { listReviewers as contract } from '#shared/reviewing/desk-contract.ts'
import { conflictFinder } from './conflicts.ts'
import { overdueReviews } from './reviewer-role.ts'

type Query = z.output<typeof contract.query>

/** A reviewer as the organisers list them, with what they have to do; over `users` and `reviewerLoads`. */
export const reviewerColumns = async (ctx: Ctx) => ({
  id: users.id,
  name: users.name,
  email: users.email,
  organization: users.organization,
  topics: users.topics,
  limit: users.reviewLimit,
  experienced: users.isExperienced,
  lastLoginAt: users.lastLoginAt,
  assigned: reviewerLoads.waiting,
  overdue: sql<number>`(select count(*)::int ${await overdueReviews(ctx)} and a.reviewer_id = users.id)`,
  done: sql<number>`(select count(*)::int from reviews r
    join submissions s on s.id = r.submission_id and s.deleted_at is null where r.reviewer_id = users.id)`,
})

const orders = {
  registered: earliest(users.createdAt, users.id),
  name: alphabetical(alphabet(users.name), users.id),
  load: most(reviewerLoads.waiting, reviewerLoads.reviewerId),
}

/**
 * Reviewers, first registered first unless asked otherwise, with what they have to do; with a paper, who may not review
 * it and why.
 */
export async function listReviewers(ctx: Ctx, { limit, cursor, q, status, paperId, sort }: Query) {
  const walk = walkBy(orders, sort, cursor)
  const all = and(reviewerRole, q ? matching(q) : undefined, status ? await inStatus(ctx, status) : undefined)
  const page = ctx.tx
    .select({ ...(await reviewerColumns(ctx)), place: walk.place })
    .from(users)
    .innerJoin(reviewerLoads, eq(reviewerLoads.reviewerId, users.id))
    .where(and(all, walk.beyond))
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const counting =
    q || status
      ? ctx.tx
          .select({ count: countAll })
          .from(users)
          .innerJoin(reviewerLoads, eq(reviewerLoads.reviewerId, users.id))
          .where(all)
      : countTallied(ctx.tx, 'users', ['reviews'])
  const view = async (rows: Awaited<typeof page>) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    const conflictWith = await conflictsOn(ctx, paperId, items)
    return {
      items: items.map(({ place: _, lastLoginAt, ...reviewer }) => ({
        ...reviewer,
        lastLoginAt: lastLoginAt === null ? null : toTimestamp(lastLoginAt),
        conflict: conflictWith(reviewer.id),
      })),
      ...more,
    }
  }
  return withCount(
    ctx.tx,
    () => counting,
    () => page.then(view),
  )
}

async function conflictsOn(ctx: Ctx, paperId: string | undefined, reviewers: readonly { id: string }[]) {
  if (paperId === undefined) return () => null
  const submission = await anySubmission(ctx, { paperId })
  const find = await conflictFinder(
    ctx,
    [submission.id],
    reviewers.map(({ id }) => id),
  )
  return (reviewerId: string) => find(submission.id, reviewerId)
}

/** Those with something overdue, with nothing to review, with as much as they take, or marked as experienced. */
async function inStatus(ctx: Ctx, status: string): Promise<SQL> {
  if (status === 'overdue') return sql`${users.id} in (select a.reviewer_id ${await overdueReviews(ctx)})`
  if (status === 'idle') return eq(reviewerLoads.waiting, 0)
  if (status === 'experienced') return eq(users.isExperienced, true)
  if (status === 'full') return gte(reviewerLoads.waiting, users.reviewLimit)
  return sql`false`
}

function matching(q: string): SQL | undefined {
  return or(holds(users.searched, q), sql`joined(${users.topics}) ilike ${containing(q)}`)
}
