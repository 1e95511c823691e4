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

/** Whether a paper under review waits for an organiser: enough reviews are in and decided nothing by themselves. */
export function decisionNeeded(reviewsIn: number, rules: ReviewRules): boolean {
  return reviewsIn >= rules.reviewsPerPaper
}
