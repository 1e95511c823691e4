import { eq } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { proposals, users } from '#server/db/schema.ts'
import { factsOf } from '#server/features/assigning/facts.ts'
import { scoreReader } from '#server/features/assigning/kept-scores.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { CANDIDATES_MAX, MATRIX_PAPERS, MATRIX_REVIEWERS } from '#shared/assigning/proposals-contract.ts'
import { oddFinder } from './odd-in.ts'

/** How well reviewers would suit some papers of a proposal. Refuses 404, 409 when there are no scores. */
export async function readMatrix(ctx: Ctx, proposalId: string, asked: number) {
  const { axes, scoreAt, oddOf, pairs, areScoresKept } = await scoresOf(ctx, proposalId)
  // Beyond the end stands the last page.
  const lastPage = Math.floor(Math.max(0, axes.papers.length - 1) / MATRIX_PAPERS) * MATRIX_PAPERS
  const from = asked < axes.papers.length ? asked : lastPage
  const papers = axes.papers.slice(from, from + MATRIX_PAPERS)
  const places = papers.map((_, place) => from + place)
  const shown = new Set(papers.map(({ paperId }) => paperId))
  const chosen = new Set(
    pairs.filter(({ paperId }) => shown.has(paperId)).map(({ reviewerId }) => reviewerId),
  )
  const worth = axes.reviewers.map((id, at) => ({
    id,
    at,
    worth: Math.max(0, ...places.map((place) => scoreAt(place, at) ?? 0)) + (chosen.has(id) ? 2 : 0),
  }))
  const columns = worth.sort((a, b) => b.worth - a.worth || a.at - b.at).slice(0, MATRIX_REVIEWERS)
  const names = await ctx.tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      anyOf(
        users.id,
        columns.map(({ id }) => id),
      ),
    )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return {
    count: axes.papers.length,
    from,
    areScoresKept,
    papers,
    reviewers: columns.map(({ id }) => ({ reviewerId: id, reviewer: nameOf.get(id) ?? '' })),
    reviewerCount: axes.reviewers.length,
    scores: places.map((place) => columns.map(({ at }) => scoreAt(place, at))),
    conflicts: await conflictsAmong(
      ctx,
      papers.map(({ paperId }) => paperId),
      columns.map(({ id }) => id),
    ),
    odd: papers.flatMap(({ paperId }) =>
      columns
        .map(({ id: reviewerId }) => ({ paperId, reviewerId, odd: oddOf(paperId, reviewerId) }))
        .filter(({ odd }) => odd.length > 0),
    ),
  }
}

const GAVE_BACK = 'Gave this paper back.'
const ASSIGNED = 'Assigned to this paper already.'

/** What speaks against some of these pairs, or is to be known of them, as things are now. */
async function conflictsAmong(ctx: Ctx, paperIds: readonly string[], reviewerIds: readonly string[]) {
  const facts = await factsOf(ctx, paperIds, reviewerIds, false)
  return [...facts.papers.values()].flatMap(({ id, paperId }) =>
    reviewerIds.flatMap((reviewerId) => {
      const found = facts.conflict(id, reviewerId)
      if (facts.assigned.has(`${id} ${reviewerId}`)) return [{ paperId, reviewerId, reason: ASSIGNED }]
      if (found !== null) return [{ paperId, reviewerId, reason: found.reason }]
      return facts.gaveBack.has(`${id} ${reviewerId}`) ? [{ paperId, reviewerId, reason: GAVE_BACK }] : []
    }),
  )
}

/** Who else could review a paper, the best first, with what they have to do now. Refuses 404, 409 without scores. */
export async function listCandidates(ctx: Ctx, proposalId: string, paperId: string, q: string) {
  const { axes, scoreAt, oddOf } = await scoresOf(ctx, proposalId)
  const place = axes.papers.findIndex((paper) => paper.paperId === paperId)
  if (place === -1) throw notFound('That paper')
  const people = await ctx.tx
    .select({ id: users.id, name: users.name, topics: users.topics })
    .from(users)
    .where(reviewerRole)
  const at = new Map(axes.reviewers.map((id, index) => [id, index]))
  const sought = q.toLowerCase()
  const found = people
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .map((person) => ({ ...person, score: scoreAt(place, at.get(person.id)) }))
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || a.name.localeCompare(b.name))
  const best = found.slice(0, CANDIDATES_MAX)
  const ids = best.map(({ id }) => id)
  const facts = await factsOf(ctx, [paperId], ids, false)
  const submission = facts.papers.get(paperId)
  if (submission === undefined) throw notFound('That paper')
  return {
    count: found.length,
    items: best.flatMap(({ id, name, topics, score }) => {
      const load = facts.reviewers.get(id)
      if (load === undefined) return []
      const conflict = facts.conflict(submission.id, id)
      const isAssigned = facts.assigned.has(`${submission.id} ${id}`)
      const gaveBack = facts.gaveBack.has(`${submission.id} ${id}`)
      return [
        {
          reviewerId: id,
          reviewer: name,
          score,
          topics: topics.filter((topic) => submission.topics.includes(topic)),
          open: load.open,
          limit: load.limit,
          conflict: isAssigned ? ASSIGNED : (conflict?.reason ?? (gaveBack ? GAVE_BACK : null)),
          isForbidden: isAssigned || (conflict !== null && conflict.weight !== 'warns'),
          odd: oddOf(paperId, id),
        },
      ]
    }),
  }
}

async function scoresOf(ctx: Ctx, proposalId: string) {
  const [row] = await ctx.tx
    .select({ axes: proposals.axes, scores: proposals.scores, answer: proposals.answer })
    .from(proposals)
    .where(eq(proposals.id, proposalId))
  if (row === undefined) throw notFound('That proposal')
  const { axes, scores, answer } = row
  if (axes === null || answer === null) throw new AppError('wrong_state', 'This proposal is not made yet.')
  const read = scores === null ? null : scoreReader(scores, axes.papers.length * axes.reviewers.length)
  const scoreAt = (paper: number, reviewer: number | undefined): number | null =>
    read === null || reviewer === undefined ? null : read(paper * axes.reviewers.length + reviewer)
  return {
    axes,
    scoreAt,
    oddOf: oddFinder(axes, answer),
    pairs: answer.pairs,
    areScoresKept: scores !== null,
  }
}
