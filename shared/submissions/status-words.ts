import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import type { PaperStatus, ReviewStatus } from './states.ts'

/** A status as people read it: underscores are spaces (portal.md §2). */
export function plainStatus(status: string): string {
  return status.replaceAll('_', ' ')
}

/** What the organisers read of a submission whose author withdrew it, whatever its status. */
export const withdrawn = 'Withdrawn'

/** What the organisers read of a paper that a reviewer rejected: it waits for them (decisions.md §6). */
export const toBeConfirmed = 'rejected by a reviewer, to be confirmed'

/** A paper's status as the organisers read it. */
function deskStatus(status: PaperStatus): string {
  return status === 'reviewer_declined' ? toBeConfirmed : plainStatus(status)
}

/** The same where it says how a paper ended: one that was rejected or withdrawn is complete too. */
export function deskEnding(paper: { status: PaperStatus; declined: boolean; withdrawn: boolean }): string {
  if (paper.withdrawn) return withdrawn
  return paper.status === 'complete' && paper.declined ? 'rejected' : deskStatus(paper.status)
}

/** What the reviews of a paper came to, as the organisers read it. */
export const reviewStatusWords: Record<ReviewStatus, string> = {
  ...ownVerdictLabels,
  declined_admin: 'Rejected by the organisers',
  reviewer_declined: toBeConfirmed,
}
