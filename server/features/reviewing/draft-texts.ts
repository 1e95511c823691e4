import { type Ctx, personOf } from '#server/core/ctx.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { isAssignedTo, visiblePaper } from './access.ts'
import { textsOf } from './keep-text.ts'

/**
 * The earlier texts of the acting reviewer's own draft in the present round, the newest first; none where they were taken off the
 * paper: that they went, with a new round, would tell of it. Refuses 404.
 */
export async function draftTexts(ctx: Ctx, paperId: string) {
  const { id, paperRound } = await visiblePaper(ctx, paperId)
  const reviewerId = personOf(ctx).userId
  if (!(await isAssignedTo(ctx, id, reviewerId))) return { items: [], count: 0 }
  const key = { submissionId: id, reviewerId, round: paperRound }
  const items = (await textsOf(ctx, key)).map((row) => ({
    id: row.id,
    score: row.score,
    comments: row.comments,
    how: row.how,
    at: toTimestamp(row.at),
  }))
  return { items, count: items.length }
}
