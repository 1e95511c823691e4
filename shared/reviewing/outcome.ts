import type { ReviewVerdict } from './verdict.ts'

/** The rules under which reviews become a decision (decisions.md §6). */
export interface ReviewRules {
  reviewsPerPaper: number
  reviewPolicy: 'automatic' | 'chair'
}

/**
 * What the reviews of a round decide by themselves: the verdict they agree on once enough are in; null while some
 * are missing, when they differ, or when the chair decides.
 */
export function outcomeOf(reviews: readonly ReviewVerdict[], rules: ReviewRules): ReviewVerdict | null {
  if (rules.reviewPolicy === 'chair' || reviews.length < rules.reviewsPerPaper) return null
  const [first, ...others] = reviews
  if (first === undefined) return null
  return others.every((verdict) => verdict === first) ? first : null
}

/** Whether the author reads what a reviewer writes: in any case; only where the reviews agree; what an organiser passes on. */
export const authorReadings = ['directly', 'if_agreed', 'as_passed_on'] as const

export function authorReading({
  reviewsPerPaper,
  reviewPolicy,
}: ReviewRules): (typeof authorReadings)[number] {
  if (reviewPolicy === 'chair') return 'as_passed_on'
  return reviewsPerPaper > 1 ? 'if_agreed' : 'directly'
}

/** Whether a paper under review waits for an organiser: enough reviews are in and decided nothing by themselves. */
export function decisionNeeded(reviewsIn: number, rules: ReviewRules): boolean {
  return reviewsIn >= rules.reviewsPerPaper
}
