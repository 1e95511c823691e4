import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { rowsOf } from '#server/db/db.ts'
import { bids, submissions } from '#server/db/schema.ts'
import { type BidCounts, UNREAD_TOLD } from '#shared/assigning/bids-contract.ts'
import type { ReadBids } from './bids-in.ts'

const AT_ONCE = 1000

/** How many bids are kept. */
export async function readBids(ctx: Ctx): Promise<BidCounts> {
  const [row] = await rowsOf<BidCounts & Record<string, unknown>>(
    ctx.tx,
    sql`select count(*) filter (where bid = 'eager')::int as eager, count(*) filter (where bid = 'willing')::int as willing,
      count(*) filter (where bid = 'reluctant')::int as reluctant, count(distinct submission_id)::int as papers,
      count(distinct reviewer_id)::int as reviewers from bids`,
  )
  return row ?? { eager: 0, willing: 0, reluctant: 0, papers: 0, reviewers: 0 }
}

/** Keeps what a list says in place of all bids before. */
export async function saveBids(ctx: Ctx, { given, unread }: ReadBids) {
  const kept = await replaceBids(ctx, given)
  const count = kept === 1 ? '1 bid is' : `${kept} bids are`
  return {
    message: `${count} kept.`,
    kept,
    unread: unread.slice(0, UNREAD_TOLD),
    unreadCount: unread.length,
  }
}

async function replaceBids(ctx: Ctx, given: ReadBids['given']): Promise<number> {
  const papers = await ctx.tx
    .select({ id: submissions.id, paperId: submissions.paperId })
    .from(submissions)
    .where(anyOf(submissions.paperId, [...new Set(given.map(({ paperId }) => paperId))]))
  const idOf = new Map(papers.map(({ id, paperId }) => [paperId, id]))
  const rows = given.flatMap(({ paperId, ...rest }) => {
    const submissionId = idOf.get(paperId)
    return submissionId === undefined ? [] : [{ submissionId, ...rest }]
  })
  await ctx.tx.delete(bids)
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await ctx.tx.insert(bids).values(rows.slice(from, from + AT_ONCE))
  }
  return rows.length
}

/** Forgets all bids. */
export async function removeBids(ctx: Ctx) {
  await ctx.tx.delete(bids)
  return { message: 'All bids are removed.' }
}

/** The bids kept for some submissions. */
export async function bidsOn(ctx: Ctx, submissionIds: readonly string[]) {
  return ctx.tx
    .select({ paperId: submissions.paperId, reviewerId: bids.reviewerId, bid: bids.bid })
    .from(bids)
    .innerJoin(submissions, eq(submissions.id, bids.submissionId))
    .where(anyOf(bids.submissionId, submissionIds))
}
