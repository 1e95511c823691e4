import type { Stage } from '#shared/submissions/states.ts'
import type { MoneyState, steps } from './contract.ts'

/** What the plots and their files call each step. */
export const stepLabels: Record<(typeof steps)[number], string> = {
  submitted: 'Abstract submitted',
  abstract_accepted: 'Abstract accepted',
  paper_submitted: 'Paper submitted',
  paper_accepted: 'Paper accepted',
  paid: 'Paid',
}

/** What they call each stage of a submission. */
export const stageLabels: Record<Stage, string> = {
  abstract_submitted: 'Abstract submitted',
  abstract_awaiting_resubmission: 'Abstract awaiting resubmission',
  abstract_declined: 'Abstract rejected',
  awaiting_paper: 'Awaiting paper',
  paper_submitted: 'Paper submitted',
  reviewer_declined: 'Reviewer declined',
  paper_awaiting_resubmission: 'Paper awaiting resubmission',
  paper_declined: 'Paper rejected',
  awaiting_payment: 'Awaiting payment',
  complete: 'Complete',
  withdrawn: 'Withdrawn',
}

/** What they call what is known of a paper's payment. */
export const moneyLabels: Record<MoneyState, string> = {
  awaiting: 'Awaited, not reported',
  reported: 'Reported, to be verified',
  late: 'Of these, late',
  verified: 'Verified',
  part: 'Of awaited and verified ones, paid in part',
  over: 'Paid too much or twice',
  held: 'No payment due, but money held or looked for',
  sought: 'Of these, reported and looked for',
}
