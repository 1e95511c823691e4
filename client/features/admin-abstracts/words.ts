import type { DecisionMode } from '#client/parts/check-decision.ts'
import type { DeedWords } from '#client/parts/many/many-progress.tsx'
import { withdrawn } from '#shared/submissions/status-words.ts'

const abstracts = (count: number) => (count === 1 ? '1 abstract' : `${count} abstracts`)
const told = (count: number) => (count === 1 ? 'and its author is told' : 'and each author is told')

const search = 'Search abstracts'

/** Deciding many alike. */
const bulk: Record<DecisionMode, DeedWords> = {
  approve: {
    title: 'Accept abstracts',
    will: (count) => `${abstracts(count)} will be accepted, ${told(count)}`,
    confirm: (count) => `Accept ${abstracts(count)}`,
    done: (count) => `${abstracts(count)} accepted`,
  },
  request_change: {
    title: 'Provisionally accept abstracts',
    will: (count) => `${abstracts(count)} will be provisionally accepted, ${told(count)}`,
    confirm: (count) => `Provisionally accept ${abstracts(count)}`,
    done: (count) => `${abstracts(count)} provisionally accepted`,
  },
  decline: {
    title: 'Reject abstracts',
    will: (count) => `${abstracts(count)} will be rejected, ${told(count)}`,
    confirm: (count) => `Reject ${abstracts(count)}`,
    done: (count) => `${abstracts(count)} rejected`,
  },
}

/** The abstracts desk (portal.md §2 "Admin dashboard"). */
export const words = {
  bulk,
  bulkCommand: (label: string) => `${label} (the selected abstracts)`,
  gone: 'This abstract was deleted meanwhile. There is nothing to decide.',
  title: 'Admin dashboard',
  noSupportEmail:
    'No support address is set: the portal’s mails and its Support button name nobody to write to.',
  openSettings: 'Set one',
  loggedIn: 'You are logged in as System Administrator',
  pending: 'Pending Abstracts',
  reviewed: 'Reviewed Abstracts',
  pendingList: {
    title: 'Pending Abstracts',
    search,
    empty: 'No pending abstracts',
    failed: 'Failed to load pending abstracts',
  },
  reviewedList: {
    title: 'Reviewed Abstracts',
    search,
    empty: 'No reviewed abstracts',
    failed: 'Failed to load reviewed abstracts',
  },
  allList: {
    title: 'All abstracts',
    search,
    empty: 'No abstracts yet',
    emptyHint: 'Authors register, choose “Author” and submit theirs. Share the address:',
    failed: 'Failed to load abstracts',
  },
  copyAddress: 'Copy address',
  abstracts: 'Abstracts',
  abstractsWait: (count: number) =>
    count === 0
      ? 'Nothing waits for your decision'
      : count === 1
        ? '1 abstract waits for a decision'
        : `${count} abstracts wait for a decision`,
  papersWait: (count: number) =>
    count === 1 ? '1 paper waits for a decision' : `${count} papers wait for a decision`,
  seeThem: 'To the list',
  toDo: 'Papers, reviews and payments',
  decisionNeeded: 'Papers: decision needed',
  reviewerMissing: 'Papers: reviewer missing',
  reviewersOverdue: 'Reviewers: reviews overdue',
  paymentsReported: 'Payments: to verify',
  allLink: 'All abstracts, the withdrawn ones too',
  failedAbstract: 'Failed to load abstract',
  details: 'Abstract Details',
  backTo: {
    pending: 'Back to pending abstracts',
    reviewed: 'Back to reviewed abstracts',
    all: 'Back to all abstracts',
  },
  progress: 'Current Progress',
  needsDecision: 'Decision needed',
  paper: 'Paper',
  decision: 'Decision on Abstract',
  sides: { paper: 'Abstract', form: 'Decision' },
  thanks: 'Thank you. Your decision was submitted.',
  nextAbstract: 'Next abstract',
  follows: {
    approved: 'The author may submit the paper.',
    request_change: 'The author revises the abstract; the new version waits for a decision again.',
    declined: 'The submission ended with it.',
  },
  reopen: 'Take the decision back',
  reopenTitle: 'Take the decision on this abstract back?',
  reopenText: 'It waits for a decision again. The author is told.',
  reopenReason: 'Reason (required; the author reads it)',
  toAuthor: 'What the author was told',
  withdrawn,
  withdrawnOn: 'by the author,',
  authorsReason: 'The author’s reason',
  nothingToDecide: 'There is nothing to decide.',
  history: 'History',
  deleted: 'Deleted submissions',
  deletedCount: (count: number) =>
    count === 1 ? '1 deleted submission can be restored' : `${count} deleted submissions can be restored`,
  deletedLead: 'What authors deleted. It can be restored until the day shown, then it is removed for good.',
  noDeleted: 'Nothing was deleted lately',
  failedDeleted: 'Failed to load deleted submissions',
  stood: (status: string) => `was: ${status}`,
  deletedAt: 'Deleted',
  restorableUntil: 'Can be restored until',
  restore: 'Restore',
  restoreTitle: (id: string) => `Restore ${id}?`,
  restoreText:
    'It comes back as it was, with its files, assignments and reviews. Its author and reviewers are told.',
  restoreReason: 'Reason (required; the author reads it)',
  notRestorable: (problem: string) => `It cannot be restored: ${problem}`,
  version: (version: number) => `Version ${version}`,
} as const
