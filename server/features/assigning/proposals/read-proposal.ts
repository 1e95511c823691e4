import { and, desc, eq, getTableColumns, gt, or, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { countAll } from '#server/db/db.ts'
import { assignments, proposals, submissions, users } from '#server/db/schema.ts'
import { standing } from '#server/features/submissions/access.ts'
import { shownTitles } from '#server/features/submissions/shown-titles.ts'
import type { NamedPair, ProposalEntry } from '#shared/assigning/proposals-contract.ts'
import type { Proposal, Wish } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { keyOf } from './odd-in.ts'

/** Unheard of for so long, a proposal that runs has lost its process. */
const LOST_MS = 150_000
const INTERRUPTED = 'It was interrupted. Start it again.'
const FAULT = 'It could not be made, through a fault of the portal. Try again.'

const figuresIn = sql<Proposal['figures'] | null>`${proposals.answer} -> 'figures'`
const reviewsIn = sql<number | null>`(${proposals.answer} -> 'reviewsPerPaper')::int`
const pairsIn = sql`jsonb_to_recordset(${proposals.answer} -> 'pairs') as pair("paperId" text, "reviewerId" uuid)`
const standingIn = {
  pairCount: sql<number | null>`jsonb_array_length(${proposals.answer} -> 'pairs')`,
  assignedCount: sql<number>`(select count(*)::int from ${pairsIn}
    join submissions s on s.paper_id = pair."paperId"
    join assignments a on a.submission_id = s.id and a.reviewer_id = pair."reviewerId" and a.ended_at is null)`,
}

const { scores: _scores, axes: _axes, answer: _answer, ...light } = getTableColumns(proposals)

/** The last proposals, the newest first. */
export async function listProposals(ctx: Ctx) {
  const rows = await ctx.tx
    .select({ ...light, name: users.name, figures: figuresIn, reviews: reviewsIn, ...standingIn })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.madeBy))
    .orderBy(desc(proposals.madeAt), desc(proposals.id))
  return { items: rows.map((row) => entryOf(ctx, row)) }
}

/** One proposal, how far it is, and whether it still fits. Refuses 404. */
export async function readProposal(ctx: Ctx, proposalId: string) {
  const [row] = await ctx.tx
    .select({
      ...light,
      answer: proposals.answer,
      name: users.name,
      figures: figuresIn,
      reviews: reviewsIn,
      ...standingIn,
    })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.madeBy))
    .where(eq(proposals.id, proposalId))
  if (row === undefined) throw notFound('That proposal')
  const [changed] = await ctx.tx
    .select({ count: countAll })
    .from(assignments)
    .where(or(gt(assignments.assignedAt, row.madeAt), gt(assignments.endedAt, row.madeAt)))
  return {
    ...entryOf(ctx, row),
    // Those made by an earlier version say nothing of some of it.
    proposal: row.answer && {
      ...row.answer,
      ...(await withOddities(ctx, row.answer)),
      typed: row.answer.typed ?? [],
      seats: (row.answer.seats ?? []).map((one) => ({
        ...one,
        title: one.title ?? '',
        on: one.on ?? [],
        hadExpert: one.hadExpert ?? false,
      })),
      cutShort: row.answer.cutShort ?? false,
      reviewsPerPaper: row.answer.reviewsPerPaper ?? row.wish.reviewsPerPaper ?? 0,
      unknown: row.answer.unknown ?? [],
      shortage: row.answer.shortage?.lift === undefined ? null : row.answer.shortage,
      inexperienced: row.answer.inexperienced ?? null,
    },
    mustNot: await namesOf(ctx, row.wish.mustNot),
    changedSince: changed?.count ?? 0,
  }
}

/** What is odd, also of a proposal that was made by an earlier version: that has neither names nor codes. */
async function withOddities(
  ctx: Ctx,
  { pairs, oddities, unproposedMore }: Proposal,
): Promise<Pick<Proposal, 'pairs' | 'oddities' | 'unproposedMore'>> {
  const odd = groupBy(oddities, keyOf)
  const nameless = oddities.filter(({ reviewer }) => reviewer === undefined)
  const named = new Map((await namesOf(ctx, nameless)).map((one) => [keyOf(one), one]))
  return {
    pairs: pairs.map((pair) => ({
      ...pair,
      odd: pair.odd ?? [...new Set((odd.get(keyOf(pair)) ?? []).map(({ kind }) => kind))],
    })),
    oddities: oddities.map((one) => ({
      ...one,
      title: one.title ?? named.get(keyOf(one))?.title ?? '',
      reviewer: one.reviewer ?? named.get(keyOf(one))?.reviewer ?? '',
      about: one.about ?? 'pair',
    })),
    unproposedMore: unproposedMore ?? 0,
  }
}

/** Pairs with their names; those of which somebody or something is gone are left out. */
async function namesOf(ctx: Ctx, pairs: Wish['mustNot']): Promise<NamedPair[]> {
  if (pairs.length === 0) return []
  const papers = await ctx.tx
    .select({ id: submissions.id, paperId: submissions.paperId, title: submissions.title })
    .from(submissions)
    .where(
      and(
        standing,
        anyOf(
          submissions.paperId,
          pairs.map(({ paperId }) => paperId),
        ),
      ),
    )
  const people = await ctx.tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      anyOf(
        users.id,
        pairs.map(({ reviewerId }) => reviewerId),
      ),
    )
  const shown = await shownTitles(ctx, papers, 'paper')
  const titleOf = new Map(papers.map(({ id, paperId }) => [paperId, shown.get(id)]))
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  return pairs.flatMap(({ paperId, reviewerId }) => {
    const [title, reviewer] = [titleOf.get(paperId), nameOf.get(reviewerId)]
    return title === undefined || reviewer === undefined ? [] : [{ paperId, title, reviewerId, reviewer }]
  })
}

/** Ends a proposal that is still being made. Refuses 404, and 409 when it is over. */
export async function cancelProposal(ctx: Ctx, proposalId: string) {
  const [row] = await ctx.tx
    .update(proposals)
    .set({ state: 'cancelled' })
    .where(and(eq(proposals.id, proposalId), eq(proposals.state, 'running')))
    .returning({ id: proposals.id })
  if (row !== undefined) return { message: 'The proposal was cancelled.' }
  await readProposal(ctx, proposalId)
  throw new AppError('wrong_state', 'This proposal is not being made any more.')
}

type Light = Omit<typeof proposals.$inferSelect, 'scores' | 'axes' | 'answer'> & {
  name: string
  figures: Proposal['figures'] | null
  reviews: number | null
  pairCount: number | null
  assignedCount: number
}

function entryOf({ now }: Ctx, row: Light): ProposalEntry {
  const isLost = row.state === 'running' && now.getTime() - row.heardAt.getTime() > LOST_MS
  const state = isLost ? 'failed' : row.state
  const failure = isLost ? INTERRUPTED : (row.problem ?? FAULT)
  return {
    id: row.id,
    madeAt: toTimestamp(row.madeAt),
    madeBy: row.name,
    state,
    progress: row.done === null || row.of === null ? null : { done: row.done, of: row.of },
    problem: state === 'failed' ? failure : null,
    // Those made by an earlier version know no limits.
    wish: { ...row.wish, limits: row.wish.limits ?? [] },
    outcome: row.figures && {
      papers: row.figures.papers,
      open: row.figures.open,
      total: row.figures.total,
      worst: row.figures.worst,
      reviewsPerPaper: row.reviews ?? row.wish.reviewsPerPaper ?? null,
    },
    standing: row.pairCount === null ? null : { assigned: row.assignedCount, of: row.pairCount },
  }
}
