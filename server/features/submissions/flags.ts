import type { ReviewStatus, Stage } from '#shared/submissions/states.ts'
import type { VerdictInForce } from './verdicts.ts'

/** The wire's flags and reasons of a decision in force (portal.md §3); all empty when there is none. */
export function flagsOf(force: VerdictInForce | null) {
  const note = (of: VerdictInForce['verdict']) => (force?.verdict === of ? force.note : null)
  return {
    approved: force?.verdict === 'approved',
    declined: force?.verdict === 'declined',
    requestChange: force?.verdict === 'request_change',
    approvalComment: note('approved'),
    requestChangeReason: note('request_change'),
    declinedReason: note('declined'),
  }
}

/** The paper's review status on the wire (portal.md §4, decisions.md §6); null while no review has decided. */
export const reviewStatusOf: Record<Stage, ReviewStatus | null> = {
  abstract_submitted: null,
  abstract_awaiting_resubmission: null,
  abstract_declined: null,
  awaiting_paper: null,
  paper_submitted: null,
  reviewer_declined: 'reviewer_declined',
  paper_awaiting_resubmission: 'request_change',
  paper_declined: 'declined_admin',
  awaiting_payment: 'approved',
  complete: 'approved',
  withdrawn: null,
}
