/** The abstracts desk (portal.md §2 "Admin dashboard"). */
export const words = {
  title: 'Admin dashboard',
  loggedIn: 'You are logged in as System Administrator',
  pending: 'Pending Abstracts',
  reviewed: 'Reviewed Abstracts',
  noPending: 'No pending abstracts',
  noReviewed: 'No reviewed abstracts',
  failedPending: 'Failed to load pending abstracts',
  failedReviewed: 'Failed to load reviewed abstracts',
  failedAbstract: 'Failed to load abstract',
  details: 'Abstract Details',
  backToPending: 'Back to pending abstracts',
  progress: 'Current Progress',
  paper: 'Paper',
  decision: 'Decision on Abstract',
  thanks: 'The decision was submitted.',
  version: (version: number) => `Version ${version}`,
} as const
