import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { findRows } from '#server/db/found.ts'
import { submissions, users } from '#server/db/schema.ts'
import { latest, type Orders, walkBy } from '#server/db/sort.ts'
import type { SearchQuery, Sort } from '#shared/core/page.ts'
import type {
  listAbstracts as contract,
  listReviewedAbstracts as reviewedContract,
} from '#shared/submissions/desk-contract.ts'
import { abstractStatusOf, pendingAbstractStages, stages } from '#shared/submissions/states.ts'
import { standing } from './access.ts'
import { deskAbstract } from './desk-view.ts'
import { factsOf } from './facts.ts'
import { submissionOrders } from './orders.ts'
import { found } from './search.ts'
import { abstractVerdictBy } from './verdicts.ts'

type Query = z.output<typeof contract.query>

const pending = inArray(submissions.stage, [...pendingAbstractStages])
/** A decision on the abstract is in force; a withdrawn one without any is neither pending nor reviewed. */
const decidedStages = stages.filter((stage) => abstractVerdictBy[stage] !== undefined)
const reviewed = inArray(submissions.stage, decidedStages)

const decided = latest(submissions.abstractDecidedAt, submissions.id)

/** All abstracts, newest first unless asked otherwise. */
export const listAbstracts = (ctx: Ctx, query: Query) => list(ctx, query, submissionOrders, undefined)

/** Abstracts waiting for a decision; a resubmitted one is pending again. */
export const listPendingAbstracts = (ctx: Ctx, query: Query) => list(ctx, query, submissionOrders, pending)

/** Abstracts with a decision, the last decided first unless asked otherwise. */
export const listReviewedAbstracts = (ctx: Ctx, query: z.output<typeof reviewedContract.query>) =>
  list(ctx, query, { decided, ...submissionOrders }, reviewed)

async function list<Key extends string>(
  ctx: Ctx,
  { limit, cursor, q, status, sort }: SearchQuery & { sort?: Sort<Key> | undefined },
  orders: Orders<Key>,
  which: SQL | undefined,
) {
  const walk = walkBy(orders, sort, cursor)
  const all = and(
    standing,
    which,
    q ? found(q, 'abstracts') : undefined,
    status ? inStatus(status) : undefined,
  )
  const wanted = findRows(ctx.tx, submissions, all, q !== undefined)
  const rows = await ctx.tx
    .with(...wanted.first)
    .select({
      s: submissions,
      author: { name: users.name, email: users.email, organization: users.organization },
      place: walk.place,
      total: wanted.total,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(and(wanted.here, walk.beyond))
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const { items, ...more } = walk.pageOf(rows, limit)
  const facts = await factsOf(
    ctx,
    items.map(({ s }) => s.id),
  )
  return {
    items: items.map(({ s, author }) => deskAbstract(s, author, facts)),
    count: await wanted.count(rows),
    ...more,
    counts: await counts(ctx),
  }
}

function inStatus(status: string): SQL {
  const matchingStages = stages.filter((stage) => abstractStatusOf[stage] === status || stage === status)
  return matchingStages.length === 0 ? sql`false` : inArray(submissions.stage, matchingStages)
}

async function counts(ctx: Ctx) {
  const rows = await rowsOf<{ stage: (typeof stages)[number]; count: number }>(
    ctx.tx,
    sql`select stage, count(*)::int as count from ${submissions} where ${standing} group by stage`,
  )
  const sum = (of: (stage: (typeof stages)[number]) => boolean) =>
    rows.reduce((total, row) => (of(row.stage) ? total + row.count : total), 0)
  const verdict = (wanted: string) => sum((stage) => abstractVerdictBy[stage]?.verdict === wanted)
  return {
    pending: sum((stage) => stage === 'abstract_submitted'),
    reviewed: sum((stage) => abstractVerdictBy[stage] !== undefined),
    approved: verdict('approved'),
    requestChange: verdict('request_change'),
    declined: verdict('declined'),
  }
}
