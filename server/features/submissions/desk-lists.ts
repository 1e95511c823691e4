import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { both } from '#server/db/both.ts'
import { findRows } from '#server/db/found.ts'
import { submissions, users } from '#server/db/schema.ts'
import { latest, type Orders, walkBy } from '#server/db/sort.ts'
import { tallyOf } from '#server/db/tallies.ts'
import type { SearchQuery, Sort } from '#shared/core/page.ts'
import type {
  listAbstracts as contract,
  listReviewedAbstracts as reviewedContract,
} from '#shared/submissions/desk-contract.ts'
import { abstractStatusOf, pendingAbstractStages, type Stage, stages } from '#shared/submissions/states.ts'
import { standing } from './access.ts'
import { deskAbstract, deskFactsOf } from './desk-view.ts'
import { submissionOrders } from './orders.ts'
import { found } from './search.ts'
import { abstractVerdictBy } from './verdicts.ts'

type Query = z.output<typeof contract.query>

/** A decision on the abstract is in force; a withdrawn one without any is neither pending nor reviewed. */
const decidedStages = stages.filter((stage) => abstractVerdictBy[stage] !== undefined)

const decided = latest(submissions.abstractDecidedAt, submissions.id)

/** All abstracts, newest first unless asked otherwise. */
export const listAbstracts = (ctx: Ctx, query: Query) => list(ctx, query, submissionOrders, stages)

/** Abstracts waiting for a decision; a resubmitted one is pending again. */
export const listPendingAbstracts = (ctx: Ctx, query: Query) =>
  list(ctx, query, submissionOrders, pendingAbstractStages)

/** Abstracts with a decision, the last decided first unless asked otherwise. */
export const listReviewedAbstracts = (ctx: Ctx, query: z.output<typeof reviewedContract.query>) =>
  list(ctx, query, { decided, ...submissionOrders }, decidedStages)

async function list<Key extends string>(
  ctx: Ctx,
  { limit, cursor, q, status, sort }: SearchQuery & { sort?: Sort<Key> | undefined },
  orders: Orders<Key>,
  listed: readonly Stage[],
) {
  const walk = walkBy(orders, sort, cursor)
  const shown = status
    ? listed.filter((stage) => abstractStatusOf[stage] === status || stage === status)
    : listed
  const all = and(standing, inStages(shown), q ? found(q, 'abstracts') : undefined)
  const wanted = findRows(ctx.tx, submissions, all, { search: q !== undefined, walk, limit })
  const page = ctx.tx
    .with(...wanted.first)
    .select({
      s: submissions,
      author: { name: users.name, email: users.email, organization: users.organization },
      place: walk.place,
      total: wanted.total,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(wanted.here)
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const view = async (rows: Awaited<typeof page>) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    const facts = await deskFactsOf(
      ctx,
      items.map(({ s }) => s.id),
    )
    return { items: items.map(({ s, author }) => deskAbstract(s, author, facts)), ...more }
  }
  const [standingAt, seen] = await both(
    ctx.tx,
    () => tallyOf(ctx.tx, 'submissions'),
    () => (q === undefined ? page.then(view) : wanted.read(page, view)),
  )
  // The lists are made of whole stages.
  const sum = (of: readonly Stage[]) => of.reduce((total, stage) => total + standingAt(stage), 0)
  return {
    // A search says its own.
    count: sum(shown),
    ...seen,
    counts: {
      pending: sum(pendingAbstractStages),
      reviewed: sum(decidedStages),
      approved: sum(decidedStages.filter((stage) => abstractVerdictBy[stage]?.verdict === 'approved')),
      requestChange: sum(
        decidedStages.filter((stage) => abstractVerdictBy[stage]?.verdict === 'request_change'),
      ),
      declined: sum(decidedStages.filter((stage) => abstractVerdictBy[stage]?.verdict === 'declined')),
    },
  }
}

function inStages(shown: readonly Stage[]): SQL | undefined {
  if (shown.length === 0) return sql`false`
  return shown === stages ? undefined : inArray(submissions.stage, [...shown])
}
