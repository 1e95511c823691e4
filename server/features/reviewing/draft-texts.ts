import { type Ctx, personOf } from '#server/core/ctx.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { isAssignedTo, visiblePaper } from './access.ts'
import { draftsOf, textsOfAllRounds } from './keep-text.ts'

/**
 * The earlier texts of the acting reviewer's own draft, those of earlier rounds and what was last saved in them included, the newest
 * first; none where they were taken off the
 * paper: that they went, with a new round, would tell of it. Refuses 404.
 */
export async function draftTexts(ctx: Ctx, paperId: string) {
  const { id, paperRound } = await visiblePaper(ctx, paperId)
  const reviewerId = personOf(ctx).userId
  if (!(await isAssignedTo(ctx, id, reviewerId))) return { items: [], count: 0 }
  const of = { submissionId: id, reviewerId }
  // What is still the draft, of the present round, is no earlier text.
  const before = (await draftsOf(ctx, of)).filter(({ round }) => round < paperRound)
  const rows = [
    ...before.map((draft) => ({
      ...draft,
      id: `round-${draft.round}`,
      how: 'saved' as const,
      at: draft.updatedAt,
    })),
    ...(await textsOfAllRounds(ctx, of)),
  ]
  const items = rows
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ id, round, score, comments, how, at }) => ({
      id,
      round,
      score,
      comments,
      how,
      at: toTimestamp(at),
    }))
  return { items, count: items.length }
}
