/**
 * The life of a submission (portal.md §4), as one table. A submission holds exactly one stage; the statuses of
 * its abstract and of its paper are both read off it, so the two can never contradict each other.
 */

export const stages = [
  'abstract_submitted',
  'abstract_awaiting_resubmission',
  'abstract_declined',
  'awaiting_paper',
  'paper_submitted',
  'reviewer_declined',
  'paper_awaiting_resubmission',
  'paper_declined',
  'awaiting_payment',
  'complete',
  'withdrawn',
] as const
export type Stage = (typeof stages)[number]

export const submissionEvents = [
  'replace_abstract',
  'delete_abstract',
  'restore_abstract',
  'accept_abstract',
  'request_abstract_change',
  'decline_abstract',
  'resubmit_abstract',
  'submit_paper',
  'replace_paper',
  'delete_paper',
  'approve_paper',
  'request_paper_change',
  'reviewer_decline_paper',
  'decline_paper',
  'resubmit_paper',
  'reopen_abstract',
  'reopen_paper',
  'report_payment',
  'verify_payment',
  'reopen_payment',
  'withdraw',
] as const
export type SubmissionEvent = (typeof submissionEvents)[number]

/** What may follow what. An event that a stage does not list is refused with 409 and changes nothing. */
export const transitions: Record<Stage, Partial<Record<SubmissionEvent, Stage>>> = {
  abstract_submitted: {
    replace_abstract: 'abstract_submitted',
    delete_abstract: 'abstract_submitted',
    restore_abstract: 'abstract_submitted',
    accept_abstract: 'awaiting_paper',
    request_abstract_change: 'abstract_awaiting_resubmission',
    decline_abstract: 'abstract_declined',
    withdraw: 'withdrawn',
  },
  abstract_awaiting_resubmission: {
    resubmit_abstract: 'abstract_submitted',
    reopen_abstract: 'abstract_submitted',
    withdraw: 'withdrawn',
  },
  abstract_declined: { reopen_abstract: 'abstract_submitted' },
  awaiting_paper: {
    submit_paper: 'paper_submitted',
    reopen_abstract: 'abstract_submitted',
    withdraw: 'withdrawn',
  },
  paper_submitted: {
    replace_abstract: 'paper_submitted',
    delete_abstract: 'paper_submitted',
    restore_abstract: 'paper_submitted',
    replace_paper: 'paper_submitted',
    delete_paper: 'awaiting_paper',
    approve_paper: 'awaiting_payment',
    request_paper_change: 'paper_awaiting_resubmission',
    reviewer_decline_paper: 'reviewer_declined',
    decline_paper: 'paper_declined',
    withdraw: 'withdrawn',
  },
  // A reviewer rejected it; an admin confirms or overrules (decisions.md §6).
  reviewer_declined: {
    approve_paper: 'awaiting_payment',
    request_paper_change: 'paper_awaiting_resubmission',
    decline_paper: 'paper_declined',
    reopen_paper: 'paper_submitted',
    withdraw: 'withdrawn',
  },
  paper_awaiting_resubmission: {
    replace_abstract: 'paper_awaiting_resubmission',
    delete_abstract: 'paper_awaiting_resubmission',
    restore_abstract: 'paper_awaiting_resubmission',
    resubmit_paper: 'paper_submitted',
    reopen_paper: 'paper_submitted',
    withdraw: 'withdrawn',
  },
  paper_declined: { reopen_paper: 'paper_submitted' },
  awaiting_payment: {
    report_payment: 'awaiting_payment',
    verify_payment: 'complete',
    reopen_paper: 'paper_submitted',
    withdraw: 'withdrawn',
  },
  complete: { reopen_payment: 'awaiting_payment' },
  withdrawn: {},
}

/** The stage an event leads to, or undefined where the table does not allow it. */
export function next(stage: Stage, event: SubmissionEvent): Stage | undefined {
  return transitions[stage][event]
}

/** Whether the table allows an event in a stage. */
export function may(stage: Stage, event: SubmissionEvent): boolean {
  return next(stage, event) !== undefined
}

/** Every pair (from, to) that some event makes; the database allows exactly these. */
export function transitionPairs(): [Stage, Stage][] {
  return stages.flatMap((from) =>
    [...new Set(Object.values(transitions[from]))].map((to): [Stage, Stage] => [from, to]),
  )
}

export const abstractStatuses = [
  'abstract_submitted',
  'abstract_approved',
  'awaiting_paper',
  'awaiting_resubmission',
  'awaiting_payment',
  'complete',
] as const
export type AbstractStatus = (typeof abstractStatuses)[number]

/** The abstract's status on the wire (portal.md §4, decisions.md §7). */
export const abstractStatusOf: Record<Stage, AbstractStatus> = {
  abstract_submitted: 'abstract_submitted',
  abstract_awaiting_resubmission: 'awaiting_resubmission',
  abstract_declined: 'complete',
  awaiting_paper: 'awaiting_paper',
  paper_submitted: 'abstract_approved',
  reviewer_declined: 'abstract_approved',
  paper_awaiting_resubmission: 'abstract_approved',
  paper_declined: 'complete',
  awaiting_payment: 'awaiting_payment',
  complete: 'complete',
  withdrawn: 'complete',
}

export const paperStatuses = [
  'paper_submitted',
  'reviewer_declined',
  'awaiting_resubmission',
  'awaiting_payment',
  'complete',
] as const
export type PaperStatus = (typeof paperStatuses)[number]

/** The paper's status on the wire; null before there is a paper. A withdrawn submission may have had one. */
export const paperStatusOf: Record<Stage, PaperStatus | null> = {
  abstract_submitted: null,
  abstract_awaiting_resubmission: null,
  abstract_declined: null,
  awaiting_paper: null,
  paper_submitted: 'paper_submitted',
  reviewer_declined: 'reviewer_declined',
  paper_awaiting_resubmission: 'awaiting_resubmission',
  paper_declined: 'complete',
  awaiting_payment: 'awaiting_payment',
  complete: 'complete',
  withdrawn: 'complete',
}

export const reviewStatuses = [
  'approved',
  'request_change',
  'declined',
  'declined_admin',
  'reviewer_declined',
] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** Stages in which the submission is over for its author; the rest is "ongoing". */
export const endedStages = [
  'abstract_declined',
  'paper_declined',
  'complete',
  'withdrawn',
] as const satisfies Stage[]

/** Whether the submission is still on its way. */
export function isOngoing(stage: Stage): boolean {
  return !endedStages.some((ended) => ended === stage)
}

/** Stages in which the admin has yet to decide on the abstract. */
export const pendingAbstractStages = ['abstract_submitted'] as const satisfies Stage[]
