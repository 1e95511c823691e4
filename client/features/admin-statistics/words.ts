import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'

/** The words of the statistics. */
export const words = {
  title: 'Statistics',
  lead: (zone: string) => `Days are those of ${zone}. Deleted submissions are not counted.`,
  failed: 'Failed to load the statistics',
  empty: 'No submissions yet',
  emptyHint: 'Numbers appear here as soon as the first abstract is submitted.',
  csv: 'Download CSV',
  csvFailed: 'The file could not be made.',
  numbers: 'The numbers',
  time: 'Submissions over time',
  timeLabel: (abstracts: number, papers: number) =>
    `Growing totals: ${abstracts} abstracts and ${papers} papers. The numbers by day are in the table below.`,
  today: 'Today',
  day: 'Day',
  abstracts: 'Abstracts',
  papers: 'Papers',
  revisions: 'Revised versions',
  payments: 'Payments verified',
  deadlines: {
    abstract: 'Abstracts due',
    paper: 'Papers due',
    resubmission: 'Revisions due',
    review: 'Reviews due',
  } satisfies Record<DeadlineKind, string>,
  flow: 'How far submissions got',
  step: 'Step',
  submissions: 'Submissions',
  now: 'Where they stand now',
  stage: 'Stage',
  scores: 'Scores of the reviews',
  score: 'Score',
  /** A bin holds where it begins, and the last one 100 too. */
  bin: (from: number, to: number) => (to === 100 ? `${from} to 100` : `${from} to under ${to}`),
  unscored: (count: number) =>
    count === 0
      ? 'Every review has a score.'
      : `${count} ${count === 1 ? 'review has' : 'reviews have'} no score.`,
  accepted: 'Accepted',
  changes: 'Changes requested',
  rejected: 'Rejected',
  reviewers: 'Reviewers: load and lateness',
  reviewer: 'Reviewer',
  allReviewers: (count: number, inAll: number) =>
    count < inAll ? `Show ${count} of ${inAll} reviewers` : `Show all ${count} reviewers`,
  cut: (count: number, inAll: number) =>
    `These are ${count} of ${inAll} reviewers, those with the most to write. The CSV has all.`,
  former: (name: string) => `${name} (reviews no more)`,
  fewerReviewers: 'Show fewer',
  open: 'To write',
  overdue: 'Overdue',
  done: 'Submitted in time',
  late: 'Submitted late',
  money: 'Payments',
  state: 'State',
  count: 'Papers',
}
