/** The mails that ask a reviewer for reviews of papers. */
export const askingForReviews = [
  'assigned',
  'assigned_together',
  'assigned_for_revision',
  'due_changed',
  'due_changed_together',
  'due_removed',
  'paper_back',
  'paper_replaced',
  'paper_resubmitted',
  'review_reopened',
  'review_due',
  'review_late',
  'review_closed',
  'reviews_overdue',
]

/** The mails that tell a reviewer that an assignment was taken off them. */
export const takingOff = ['unassigned', 'unassigned_together']

/** The mails that tell a reviewer that no review of theirs is waited for any more. */
export const lettingGo = [...takingOff, 'paper_gone', 'review_overtaken']
