import { isOngoing, type Stage } from '#shared/submissions/states.ts'

/**
 * Whether an assignment can be taken back. Not once the paper has ended, nor once the review of the present round is in: it
 * counts and stays. While a revision is awaited it can: then the reviewer is not asked in the next round.
 */
export function mayUnassign(stage: Stage, isReviewed: boolean): boolean {
  return isOngoing(stage) && (!isReviewed || stage === 'paper_awaiting_resubmission')
}
