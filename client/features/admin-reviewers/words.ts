import type { DeedWords } from '#client/parts/many/many-progress.tsx'

const reviewers = (count: number) => (count === 1 ? '1 reviewer' : `${count} reviewers`)

/** Reminding many at once. */
const reminders: DeedWords = {
  title: 'Remind of overdue reviews',
  will: (count) =>
    `${reviewers(count)} will get one mail each that names what is overdue, no paper twice a day`,
  confirm: (count) => `Remind ${reviewers(count)}`,
  done: (count) => `${reviewers(count)} reminded`,
}

/** Where an invitation stands, in the list and its filter. */
const stateWords = {
  sent: 'Sent',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
  failed: 'Not delivered',
  bounced: 'Bounced',
} as const

/** Reviewers and invitations (decisions.md §6, §8). */
export const words = {
  title: 'Reviewers',
  search: 'Search reviewers',
  filter: 'Show',
  filters: {
    '': 'All reviewers',
    overdue: 'With overdue reviews',
    idle: 'Nothing to review',
    full: 'As much as they take',
    experienced: 'Experienced',
  },
  reminders,
  remind: 'Remind…',
  remindSelected: 'Remind the selected reviewers of overdue reviews',
  experienced: 'experienced',
  mark: 'Mark as experienced',
  unmark: 'Take the mark away',
  markSelected: 'Mark the selected reviewers as experienced',
  unmarkSelected: 'Take the mark “experienced” from the selected reviewers',
  empty: 'No reviewers here',
  emptyHint: 'Invite people; they register with the PIN in the mail.',
  failed: 'Failed to load',
  invitations: 'Invitations',
  invitationsList: {
    title: 'Invitations',
    search: 'Search invitations',
    filter: 'Show',
    filters: {
      '': 'All invitations',
      ...stateWords,
    },
    empty: 'No invitations',
    emptyHint: 'Invite people; they register with the PIN in the mail.',
    failed: 'Failed to load',
  },
  invite: 'Invite reviewers',
  backToReviewers: 'Back to reviewers',
  addresses: 'E-mail addresses, one a line',
  addressesHint: 'With names and topics if you like: Rita Ruiz, rita@uni.example, Bridges',
  goodUntil: 'Good until (optional)',
  goodUntilHint: 'Without a date, for 30 days.',
  send: 'Check and send',
  sendHint:
    'The list is checked first. Where nothing in it is to be looked at, no conflict and no wrong line, the invitations go out at once.',
  checked: 'Before the invitations are sent',
  checkedLead:
    'Nothing has been sent yet. Whoever has a conflict can be invited, but is not given the submissions named.',
  whom: 'Invite',
  conflictWith: (count: number) =>
    count === 1
      ? 'Conflict of interest with 1 submission:'
      : `Conflict of interest with ${count} submissions:`,
  groups: { conflict: 'Conflict of interest', look: 'Please check', free: 'No conflict found' },
  moreConflicts: (count: number) => `and ${count} more`,
  leftOut: 'Not invited',
  sendTo: (count: number) => (count === 1 ? 'Send 1 invitation' : `Send ${count} invitations`),
  change: 'Change the list',
  nobody: 'Nobody is chosen.',
  badLine: (line: number, text: string) => `Line ${line}, “${text}”`,
  needAddress: 'Enter at least one e-mail address.',
  resend: 'Send again',
  revoke: 'Revoke',
  open: (count: number) => `${count} open`,
  done: (count: number) => `${count} done`,
  overdue: (count: number) => `${count} overdue`,
  sent: 'Sent',
  written: 'Written',
  expires: 'Good until',
  kept: 'Kept here',
  states: stateWords,
  skipped: 'Not invited',
  actionFailed: 'Action failed',
  load: (open: number, limit: number | null) => (limit === null ? `${open} open` : `${open} of ${limit}`),
  full: 'full',
  overLimit: 'over the limit',
  changeLimit: 'Change limit',
  limitOf: (name: string) => `Change limit: ${name}`,
  limitTitle: (name: string) => `How many papers may ${name} have at a time?`,
  limitText:
    'Nobody is given more than their limit unless a reason is written. What is assigned already stays.',
  limit: 'At most (empty: any number)',
  limitWrong: 'Enter a whole number from 0 to 1000, or nothing.',
  save: 'Save',
  cancel: 'Cancel',
} as const
