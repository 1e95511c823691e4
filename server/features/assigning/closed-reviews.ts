import type { Ctx } from '#server/core/ctx.ts'
import { deadlinesUnder, deadlineWith, hasPassed, inZone } from '#server/features/settings/deadline.ts'
import type { AssignmentPair } from '#shared/assigning/contract.ts'
import type { Settings } from '#shared/settings/contract.ts'
import type { ReviewerFacts } from './facts.ts'

/**
 * For pairs: the deadline for reviews in words, where it has passed and a review by that person would be refused; else null.
 * `again`: it would hold again for a review whose own due date is taken away, and nobody is given a date that has passed.
 */
export function closedReviews(
  { now }: Pick<Ctx, 'now'>,
  settings: Settings,
  reviewers: ReadonlyMap<string, ReviewerFacts>,
) {
  const deadlines = new Map(
    [...reviewers.values()].map(({ id, extendedTo }) => [
      id,
      deadlinesUnder(settings, extendedTo === null ? {} : { review: extendedTo }),
    ]),
  )
  return ({ reviewerId, dueAt }: AssignmentPair, again = false): string | null => {
    const theirs = deadlines.get(reviewerId)
    if (theirs === undefined) return null
    const { deadline, closes } = deadlineWith(dueAt ? new Date(dueAt) : null, 'review', theirs)
    return deadline !== null && (again ? deadline <= now : hasPassed(closes, now))
      ? inZone(deadline, settings.timeZone)
      : null
  }
}
