import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'

const abstracts = (count: number) => `${count} ${count === 1 ? 'abstract' : 'abstracts'}`
const papers = (count: number) => `${count} ${count === 1 ? 'paper' : 'papers'}`

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
  timeLabel: (ofAbstracts: number, ofPapers: number) =>
    `Growing totals: ${abstracts(ofAbstracts)} and ${papers(ofPapers)}. The numbers by day are in the table below.`,
  firstDay: (ofAbstracts: number, ofPapers: number) =>
    `${[abstracts(ofAbstracts), ...(ofPapers > 0 ? [papers(ofPapers)] : [])].join(' and ')} today, the first day. From tomorrow on a line shows how they grow.`,
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
  noReviews: 'No reviews yet.',
  unscored: (count: number) =>
    count === 0
      ? 'Every review has a score.'
      : `${count} ${count === 1 ? 'review has' : 'reviews have'} no score.`,
  accepted: 'Accepted',
  changes: 'Changes requested',
  rejected: 'Rejected',
  reviewers: 'Reviewers: load and lateness',
  reviewer: 'Reviewer',
  noReviewers: 'No reviewers yet.',
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
  noPayments: 'No payments yet: no accepted paper awaits one.',
  state: 'State',
  count: 'Papers',
}
