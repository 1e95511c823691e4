import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import type { AbstractStatus, PaperStatus, ReviewStatus } from '#shared/submissions/states.ts'

/** The colour language of `ui/status-pill.tsx`, by the wire's status. */
type Kind = 'waiting' | 'in-review' | 'changes' | 'accepted' | 'rejected' | 'payment' | 'complete'

const kinds: Record<AbstractStatus | PaperStatus, Kind> = {
  abstract_submitted: 'in-review',
  abstract_approved: 'accepted',
  awaiting_paper: 'waiting',
  awaiting_resubmission: 'changes',
  awaiting_payment: 'payment',
  complete: 'complete',
  paper_submitted: 'in-review',
  reviewer_declined: 'rejected',
}

/** How a status is coloured; what was declined is red whatever its status. */
export function statusKind(status: AbstractStatus | PaperStatus, declined = false): Kind {
  return declined ? 'rejected' : kinds[status]
}

/** Whether a submission ended without success: its abstract or its paper was rejected, or its author withdrew it. */
export function isLost(item: {
  declined: boolean
  withdrawn?: boolean
  paperReviewStatus: ReviewStatus | null
}): boolean {
  return item.declined || item.withdrawn === true || item.paperReviewStatus === 'declined_admin'
}

/** The three verdicts, as pills say them (portal.md §2). */
export const verdictKind = { approved: 'accepted', request_change: 'changes', declined: 'rejected' } as const

/**
 * The admin's paper pill (portal.md §2 "Abstract Details view"): red for declined, amber for changes or awaiting
 * resubmission, green for approved, awaiting payment or complete, blue otherwise.
 */
export function paperPillKind(status: PaperStatus, review: ReviewStatus | null): Kind {
  if (review === 'declined' || review === 'declined_admin' || review === 'reviewer_declined')
    return 'rejected'
  if (review === 'request_change' || status === 'awaiting_resubmission') return 'changes'
  if (review === 'approved' || status === 'awaiting_payment' || status === 'complete') return 'accepted'
  return 'in-review'
}

/** How many have each verdict, as the reviewed lists say it (portal.md §2). */
export function verdictCounts(counts: { approved: number; requestChange: number; declined: number }): string {
  return [
    `${ownVerdictLabels.approved}: ${counts.approved}`,
    `${ownVerdictLabels.request_change}: ${counts.requestChange}`,
    `${ownVerdictLabels.declined}: ${counts.declined}`,
  ].join(' · ')
}
