import { eq, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { rowsOf } from '#server/db/db.ts'
import { bids, submissions } from '#server/db/schema.ts'
import { isHeading, tableOf, textOf } from '#server/features/assigning/list-rows.ts'
import { rowFinder } from '#server/features/assigning/read-list.ts'
import { BIDS_MAX, type BidCounts, type BidLevel, UNREAD_TOLD } from '#shared/assigning/bids-contract.ts'
import { bidIn } from './bid-in.ts'

const AT_ONCE = 1000
const NO_BID = 'No bid is named: eager, willing or reluctant.'

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

/**
 * Keeps what a list says in place of all bids before; of a pair named twice the last row counts. Refuses 422 for what is
 * no table, has too many rows, or says nothing that is understood.
 */
export async function saveBids(ctx: Ctx, list: string) {
  const table = tableOf(list)
  if (table.length > BIDS_MAX) throw new AppError('invalid', `Use at most ${BIDS_MAX} rows.`)
  const find = await rowFinder(ctx)
  const rows = table.map(({ line, cells }) => {
    const { paperId, reviewerId, problem, likely } = find(cells)
    const bid = bidIn(cells)
    return {
      line,
      text: textOf(cells),
      paperId,
      reviewerId,
      likely,
      bid,
      problem: problem ?? (bid ? null : NO_BID),
    }
  })
  const [first, ...others] = rows
  // A lone row is no heading of anything.
  const isHeaded = first !== undefined && others.length > 0 && isHeading(table[0]?.cells ?? [], first)
  const read = isHeaded ? others : rows
  const given = new Map<string, { paperId: string; reviewerId: string; bid: BidLevel }>()
  for (const { paperId, reviewerId, bid, problem } of read) {
    if (problem !== null || paperId === null || reviewerId === null || bid === undefined) continue
    given.set(`${paperId} ${reviewerId}`, { paperId, reviewerId, bid })
  }
  const unread = read.flatMap(({ line, text, problem }) =>
    problem === null ? [] : [{ line, text, problem }],
  )
  if (given.size === 0) {
    const [worst] = unread
    const why = worst === undefined ? 'The list is empty.' : `Line ${worst.line}: ${worst.problem}`
    throw new AppError('invalid', `No bid was understood. ${why}`)
  }
  const kept = await replaceBids(ctx, [...given.values()])
  const count = kept === 1 ? '1 bid is' : `${kept} bids are`
  return {
    message: `${count} kept.`,
    kept,
    unread: unread.slice(0, UNREAD_TOLD),
    unreadCount: unread.length,
  }
}

async function replaceBids(
  ctx: Ctx,
  given: readonly { paperId: string; reviewerId: string; bid: BidLevel }[],
): Promise<number> {
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
