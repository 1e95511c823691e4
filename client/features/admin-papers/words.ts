/** The papers desk's list (decisions.md §8). */
export const words = {
  title: 'Papers',
  search: 'Search papers',
  filter: 'Show',
  filters: {
    '': 'All papers',
    decision_needed: 'Decision needed',
    unassigned: 'Reviewer missing',
    late_conflict: 'Conflict found later',
    withheld: 'Not shown to reviewers',
    paper_submitted: 'Under review',
    awaiting_resubmission: 'Awaiting resubmission',
    awaiting_payment: 'Awaiting payment',
    paid: 'Complete',
    paper_declined: 'Rejected',
    withdrawn: 'Withdrawn',
  },
  empty: 'No papers yet',
  emptyHint: 'Authors upload their papers once their abstracts are accepted.',
  toAbstracts: 'Abstracts that wait for a decision',
  failed: 'Failed to load',
  // More may be in than are asked for: their number was lowered, or one more was assigned.
  reviews: (inNow: number, needed: number) =>
    inNow > needed ? `${inNow} reviews in, ${needed} needed` : `${inNow} of ${needed} reviews in`,
  assigned: (count: number) => (count === 1 ? '1 reviewer assigned' : `${count} reviewers assigned`),
  decisionNeeded: 'Decision needed',
  assignChosen: 'Assign…',
  assignSelected: 'Assign the selected papers',
  lateConflictOf: (reviewer: string) => `${reviewer}:`,
} as const
