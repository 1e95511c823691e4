import { isOngoing, may, type Stage } from '#shared/submissions/states.ts'

/**
 * Whether an assignment can be taken back. While the paper is under review, until the review of the present round is in: that
 * counts. Afterwards as long as the paper can come to a new round (decisions.md §6), so that somebody else is asked in it; what
 * was reviewed stays.
 */
export function mayUnassign(stage: Stage, isReviewed: boolean): boolean {
  return may(stage, 'reopen_paper') || (isOngoing(stage) && !isReviewed)
}
