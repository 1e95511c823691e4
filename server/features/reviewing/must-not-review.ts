import type { Ctx } from '#server/core/ctx.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { conflictsAmong } from './conflicts.ts'

/** Some reviewers, by id. */
interface MustNot {
  all: Set<string>
  /**
   * Those of them for whom it is certain. Only they are told, and kept from it: who says that they have an address or an ORCID iD
   * could say so of anybody's, and learn who wrote the paper. Of the others the organisers learn.
   */
  certain: Set<string>
}

/** Who of some reviewers must not review a paper whatever is said, as things are known now (decisions.md §6). */
export async function whoMustNotReview(
  ctx: Ctx,
  { id }: Submission,
  some: readonly { reviewerId: string }[],
): Promise<MustNot> {
  const reviewerIds = [...new Set(some.map(({ reviewerId }) => reviewerId))]
  const { find, isCertain } = await conflictsAmong(ctx, [id], reviewerIds)
  const all = reviewerIds.filter((reviewerId) => find(id, reviewerId)?.weight === 'forbids')
  return { all: new Set(all), certain: new Set(all.filter((reviewerId) => isCertain(id, reviewerId))) }
}
