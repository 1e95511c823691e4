import type { Stage, SubmissionEvent } from './states.ts'
import type { TimelineKind } from './timeline.ts'

/** What the history calls each event. */
export const timelineKindOf: Record<SubmissionEvent, TimelineKind> = {
  replace_abstract: 'abstract_replaced',
  delete_abstract: 'abstract_deleted',
  restore_abstract: 'abstract_restored',
  accept_abstract: 'abstract_accepted',
  request_abstract_change: 'abstract_change_requested',
  decline_abstract: 'abstract_declined',
  resubmit_abstract: 'abstract_resubmitted',
  submit_paper: 'paper_submitted',
  replace_paper: 'paper_replaced',
  delete_paper: 'paper_deleted',
  approve_paper: 'paper_approved',
  request_paper_change: 'paper_change_requested',
  reviewer_decline_paper: 'paper_reviewer_declined',
  decline_paper: 'paper_declined',
  resubmit_paper: 'paper_resubmitted',
  reopen_abstract: 'abstract_reopened',
  reopen_paper: 'paper_reopened',
  report_payment: 'payment_reported',
  verify_payment: 'payment_verified',
  reopen_payment: 'payment_reopened',
  withdraw: 'withdrawn',
}

/** A stage as a person reads it, in messages about what is not possible now. */
export const stageInWords: Record<Stage, string> = {
  abstract_submitted: 'the abstract is under review',
  abstract_awaiting_resubmission: 'the abstract awaits resubmission',
  abstract_declined: 'the abstract was rejected',
  awaiting_paper: 'the submission awaits its paper',
  paper_submitted: 'the paper is under review',
  reviewer_declined: 'the paper awaits a decision',
  paper_awaiting_resubmission: 'the paper awaits resubmission',
  paper_declined: 'the paper was rejected',
  awaiting_payment: 'the paper awaits payment',
  complete: 'the submission is complete',
  withdrawn: 'the submission was withdrawn',
}
