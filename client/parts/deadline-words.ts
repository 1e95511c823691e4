import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'

/** What has a deadline, as organisers read it. */
export const deadlineNames = {
  abstract: 'Abstracts',
  paper: 'Papers',
  resubmission: 'Resubmissions',
  review: 'Reviews',
} satisfies Record<DeadlineKind, string>
