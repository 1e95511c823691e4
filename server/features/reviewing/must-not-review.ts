import type { Ctx } from '#server/core/ctx.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { conflictFinder } from './conflicts.ts'

/** Who of some reviewers must not review a paper whatever is said, as things are known now. */
export async function whoMustNotReview(
  ctx: Ctx,
  { id }: Submission,
  some: readonly { reviewerId: string }[],
): Promise<Set<string>> {
  const reviewerIds = [...new Set(some.map(({ reviewerId }) => reviewerId))]
  const find = await conflictFinder(ctx, [id], reviewerIds)
  return new Set(reviewerIds.filter((reviewerId) => find(id, reviewerId)?.weight === 'forbids'))
}
