import { words as common } from '#client/parts/words.ts'

/** Assigning reviewers to papers together (decisions.md §8). */
export const words = {
  title: 'Assignments',
  lead: 'Assign many papers at once, see before what would happen, and take a whole batch back.',
  fromList: 'Assign from a list',
  propose: 'Propose reviewers',
  choose: 'Choose reviewers',
  back: 'Back to assignments',
  backToPapers: 'Back to papers',
  failed: 'Failed to load',
  actionFailed: common.actionFailed,

  noBatches: 'Nothing was assigned together yet',
  noBatchesHint: 'Let the portal propose reviewers, assign from a list, or select papers on the papers desk.',
  batch: (count: number) => (count === 1 ? '1 assignment' : `${count} assignments`),
  sources: { by_hand: 'by hand', list: 'from a list', automatic: 'from a proposal' },
  madeBy: (name: string) => `by ${name}`,
  standing: (standing: number, reviewed: number) => `${standing} stand · ${reviewed} reviewed`,
  undone: 'taken back',
  nothingStands: 'Nothing of it stands any more',
  hasReviews: (count: number) =>
    count === 1 ? 'Cannot be taken back: it has a review' : `Cannot be taken back: it has ${count} reviews`,
  undo: 'Take back',
  undoTitle: 'Take this batch back?',
  undoText: (standing: number) => {
    if (standing === 0) return ''
    return standing === 1
      ? 'One assignment ends, and its reviewer is told. Review drafts are kept.'
      : `${standing} assignments end, and their reviewers are told. Review drafts are kept.`
  },
  undoDues: (count: number) => {
    if (count === 0) return ''
    return count === 1
      ? 'One due date is again what it was before, unless it was changed since.'
      : `${count} due dates are again what they were before, unless they were changed since.`
  },
  duesChanged: (count: number) => (count === 1 ? '1 due date changed' : `${count} due dates changed`),
  keep: common.cancel,

  list: 'Papers and reviewers, one pair a line',
  listHint:
    'A paper by its id, a reviewer by address, name or id; in any order and case, with commas, semicolons or tabs, like: P26-0007-I; rita@uni.example. A heading is passed over; under “Due (UTC)” and “In spite of a conflict, because”, as the export has them, due dates and reasons are read; an empty due date is the deadline for reviews.',
  or: 'or',
  file: 'List of assignments',
  fileHint: 'Supported format: CSV, one file. It takes the place of what is typed above.',
  unreadableFile: 'The file could not be read as text.',
  fileTooLarge: 'The list is larger than 4,000,000 characters.',
  dueAt: 'Review due (optional)',
  dueHint: 'Empty: the conference’s deadline for reviews.',
  listDueHint: 'For lines without a due date of their own. Empty: the conference’s deadline for reviews.',
  due: 'due',
  duePassed: 'its due date in the list has passed and is left out',
  inSpite: (reason: string) => `in spite of a conflict or the limit: ${reason}`,
  check: 'Check the list',
  needList: 'Paste a list or choose a file.',
  goOn: 'Go on with the list as it was checked',
  leaveUnapplied: 'Nothing of the list was assigned yet. Leave all the same?',
  nothingRead: 'The list has no pairs.',

  papers: (count: number) => (count === 1 ? '1 paper chosen' : `${count} papers chosen`),
  noPapers: 'No papers are chosen',
  noPapersHint: 'Select papers on the papers desk, then Assign.',
  everyone: 'Each paper goes to everybody chosen.',
  chosen: (count: number) => `Reviewers: ${count} chosen`,
  nobodyFound: 'Nobody found',
  searchReviewers: 'Search reviewers',
  load: (open: number, limit: number | null) =>
    limit === null ? `${open} open` : `${open} of ${limit} open`,
  needReviewers: 'Choose at least one reviewer.',
  preview: 'See what would happen',

  checked: 'What would happen',
  canBe: (pairs: number, papers: number) => {
    if (pairs !== papers)
      return `${pairs} assignments of ${papers === 1 ? '1 paper' : `${papers} papers`} can be made`
    return papers === 1 ? '1 paper can be assigned' : `${papers} papers can be assigned`
  },
  cannot: (count: number) => (count === 1 ? '1 row cannot' : `${count} rows cannot`),
  notUnderstood: (count: number) =>
    count === 1 ? '1 line is not understood' : `${count} lines are not understood`,
  dueChanges: (count: number) => `${count} due ${count === 1 ? 'date changes' : 'dates change'}`,
  dueUntilNow: 'until now due',
  dueGeneral: 'from now on the deadline for reviews, as the list gives no due date',
  firstCounts: (line: number) =>
    `Line ${line} names the same pair: that line counts, and this one is left out`,
  dueChangesTitle: 'Due date changes',
  applyAll: (count: number) => (count === 1 ? 'Make 1 change' : `Make ${count} changes`),
  assign: (pairs: number, papers: number) => {
    if (pairs !== papers) return `Make ${pairs} assignments`
    return papers === 1 ? 'Assign 1 paper' : `Assign ${papers} papers`
  },
  nextStep: common.nextStep,
  nothing: 'Nothing can be assigned.',
  change: 'Change the list',
  line: (line: number) => `Line ${line}`,
  heading: (line: number, text: string) => `Line ${line} was passed over as a heading: ${text}`,
  isMeant: (paperId: string) => `It is ${paperId}`,
  problems: 'Not as it stands',
  unread: 'Not understood',
  good: 'To be assigned',
  goodOdd: 'To be assigned, though something is odd',
  odd: (reasons: readonly string[]) => `Odd: ${reasons.join(' ')}`,
  oddOnes: (count: number) =>
    count === 1 ? '1 of them has odd texts behind it' : `${count} of them have odd texts behind them`,
  assigned: 'assigned',
  loads: 'Load of each reviewer',
  loadAfter: (open: number, added: number) => `${open} open, ${added} more`,
  atMost: (limit: number) => `at most ${limit}`,
  override: (count: number) =>
    count === 1
      ? 'Reason to assign in spite of it (1 row; noted with the assignment)'
      : `Reason to assign in spite of it (${count} rows; noted with each assignment)`,
  overrideHint: 'Empty: these rows are left out.',
  yields: 'a reason lifts this',

  result: 'What happened',
  done: 'Assigned',
  dueDone: 'Due dates changed',
  left: 'Left out',
  notTried: (count: number) =>
    count === 1
      ? '1 row was left out, as it stood in the plan.'
      : `${count} rows were left out, as they stood in the plan.`,
} as const
