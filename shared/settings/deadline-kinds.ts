/** What may have a deadline (decisions.md §7). */
export const deadlineKinds = ['abstract', 'paper', 'resubmission', 'review'] as const
export type DeadlineKind = (typeof deadlineKinds)[number]
