/** A reviewer's or the chair's verdict on a paper (portal.md §4 "Reviewer decision on a paper"). */
export const reviewVerdicts = ['approve', 'request_change', 'decline'] as const
export type ReviewVerdict = (typeof reviewVerdicts)[number]

/** The reviewer's own verdict in the wire's words. */
export const ownVerdicts = ['approved', 'request_change', 'declined'] as const
export type OwnVerdict = (typeof ownVerdicts)[number]

/** The same as people read it (portal.md §2). */
export const ownVerdictLabels: Record<OwnVerdict, string> = {
  approved: 'Accepted',
  request_change: 'Provisionally accepted',
  declined: 'Rejected',
}

export const ownVerdictOf: Record<ReviewVerdict, OwnVerdict> = {
  approve: 'approved',
  request_change: 'request_change',
  decline: 'declined',
}
