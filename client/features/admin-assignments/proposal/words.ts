import { words as common } from '#client/parts/words.ts'
import type { BidCounts } from '#shared/assigning/bids-contract.ts'
import type { ProposalEntry } from '#shared/assigning/proposals-contract.ts'

const count = (n: number, one: string, many: string) => `${n.toLocaleString()} ${n === 1 ? one : many}`
/** Scores are kept in ten-thousandths. */
const CHANGED = 0.001
const score = (value: number) => value.toFixed(2)

/** Automatic assignment: proposals (decisions.md §8). */
export const words = {
  propose: 'Propose reviewers',
  proposeLead: 'A proposal for every paper that lacks reviewers. It changes nothing until you apply it.',
  back: 'Back to assignments',
  failed: 'Failed to load',
  actionFailed: common.actionFailed,

  objective: 'What counts most',
  objectives: { total: 'Largest total', fair: 'Fair: the worst-off paper first' },
  shortObjectives: { total: 'Largest total', fair: 'Fair' },
  reviewsPerPaper: 'Reviewers per paper',
  reviewsHint: 'Empty: as the settings say.',
  mostPapers: 'Most papers per reviewer',
  mostHint: (load?: { lacking: number; even: number; suggested: number }) =>
    [
      load !== undefined &&
        load.lacking > 0 &&
        `With ${load.even} all would have as many; ${load.suggested} leaves room for who knows a subject best.`,
      'Papers that they have already count. A reviewer’s own limit stands where it is lower.',
    ]
      .filter(Boolean)
      .join(' '),
  needMost: 'Enter how many papers a reviewer gets at most.',
  leastPapers: 'Fewest new papers per reviewer (optional)',
  leastHint: 'As far as it goes.',
  wholeNumber: (least: number, most: number) =>
    `Enter a whole number from ${least} to ${most.toLocaleString()}.`,
  lessThanLeast: 'The most must not be less than the fewest.',
  oneExperienced: 'At least one experienced reviewer per paper',
  marked: (n: number) =>
    n === 0
      ? 'Nobody is marked as experienced yet.'
      : `${count(n, 'reviewer is', 'reviewers are')} marked so.`,
  toReviewers: 'At the reviewers’ desk',
  needExperienced: 'Mark who is experienced first, at the reviewers’ desk.',
  keepPairs: (must: number, mustNot: number) =>
    `Keep what was fixed in the last proposal (${[
      must > 0 && `${count(must, 'pair', 'pairs')} must be`,
      mustNot > 0 && `${count(mustNot, 'pair', 'pairs')} must not be`,
    ]
      .filter(Boolean)
      .join(', ')})`,

  bids: 'Bids',
  noBids:
    'None are kept. Where reviewers were asked what they would like to review, proposals count with it.',
  bidsKept: ({ eager, willing, reluctant, papers, reviewers }: BidCounts) =>
    `${eager} eager, ${willing} willing, ${reluctant} reluctant: of ${count(reviewers, 'reviewer', 'reviewers')} on ${count(papers, 'paper', 'papers')}. Every proposal counts with them.`,
  addBids: 'Add a list',
  replaceBids: 'Replace',
  removeBids: 'Remove all',
  removeBidsTitle: 'Remove all bids?',
  removeBidsText: 'Proposals will not count with them any more. Those made stay as they are.',
  bidsList: 'Papers, reviewers and bids, one a line',
  bidsHint:
    'A paper by its id, a reviewer by address, name or id, and “eager”, “willing” or “reluctant” (or “yes”, “maybe”, “no”); in any order, with commas, semicolons or tabs. It takes the place of all bids kept.',
  bidsFile: 'List of bids',
  saveBids: 'Keep these bids',
  needBids: 'Paste a list or choose a file.',
  bidsUnread: (n: number) => `${count(n, 'line was', 'lines were')} left out`,
  line: (line: number, text: string) => `Line ${line}: ${text}`,
  fileHint: 'Supported format: CSV',
  fileTooLarge: 'The list is larger than 4 MB.',
  unreadableFile: 'The file could not be read as text.',
  cancelForm: common.cancel,
  searchReviewers: 'Search reviewers',
  nobodyFound: 'Nobody found',
  run: 'Make a proposal',
  earlier: 'Earlier proposals',
  noneYet: 'No proposal was made yet',
  noneYetHint: 'Choose what counts and make one. You see every pair with its reason before anything happens.',
  by: (name: string) => `by ${name}`,
  asked: ({ wish, outcome }: Pick<ProposalEntry, 'wish' | 'outcome'>) => {
    const { mostPapers, limits, leastPapers, oneExperienced, must, mustNot } = wish
    const reviewsPerPaper = outcome?.reviewsPerPaper ?? wish.reviewsPerPaper
    return [
      reviewsPerPaper !== undefined && `${count(reviewsPerPaper, 'review', 'reviews')} a paper`,
      mostPapers !== undefined && `at most ${mostPapers} each`,
      limits.length > 0 && `${count(limits.length, 'limit', 'limits')} raised`,
      leastPapers > 0 && `at least ${leastPapers} each`,
      oneExperienced && 'one experienced',
      must.length > 0 && `${must.length} must be`,
      mustNot.length > 0 && `${mustNot.length} must not be`,
    ]
      .filter(Boolean)
      .join(', ')
  },
  outcome: ({ papers, open, total, worst }: NonNullable<ProposalEntry['outcome']>) =>
    `${count(papers, 'paper', 'papers')}: total ${score(total)}, worst-off ${score(worst)}${open > 0 ? `, ${count(open, 'seat', 'seats')} open` : ''}`,
  standing: ({ assigned, of }: NonNullable<ProposalEntry['standing']>) =>
    assigned === 0 ? 'not applied' : assigned === of ? 'all assigned' : `${assigned} of ${of} pairs assigned`,
  states: { running: 'running', done: 'ready', failed: 'failed', cancelled: 'cancelled' },

  proposal: 'Proposal',
  lead: (papers: number, seats: number, isPast: boolean) =>
    isPast
      ? `When it was made, ${count(papers, 'paper', 'papers')} lacked ${count(seats, 'reviewer', 'reviewers')}.`
      : `${count(papers, 'paper lacks', 'papers lack')} ${count(seats, 'reviewer', 'reviewers')}.`,
  toOptions: 'Back to proposals',
  nothingLacks: 'No paper lacks reviewers',
  nothingLacksHint: 'Papers under review come here while they have fewer reviewers than they should.',
  running: 'Making the proposal',
  waiting: 'Waiting to begin…',
  cancel: 'Cancel the proposal',
  cancelled: 'This proposal was cancelled.',
  failedTitle: 'The proposal failed.',
  tryAgain: 'Try again',
  tryWithout: (must: number) =>
    `Try again without the ${count(must, 'pair that must be', 'pairs that must be')}`,
  applied: ({ assigned, of }: NonNullable<ProposalEntry['standing']>) =>
    assigned === of
      ? of === 1
        ? 'The pair of this proposal is assigned.'
        : `All ${of.toLocaleString()} pairs of this proposal are assigned.`
      : `${assigned.toLocaleString()} of ${count(of, 'pair', 'pairs')} of this proposal are assigned.`,
  stale: (n: number, isFurther: boolean) =>
    `${count(n, isFurther ? 'further assignment was' : 'assignment was', isFurther ? 'further assignments were' : 'assignments were')} made or ended since. Before you apply it you see what no longer fits; run it again for a fresh proposal.`,
  runAgain: 'Run again',
  runAgainKeeps: (must: number, mustNot: number) =>
    must + mustNot === 0
      ? 'Run again, everything may change: no pair is locked or removed.'
      : `Run again, ${[
          must > 0 && count(must, 'locked pair stays', 'locked pairs stay'),
          mustNot > 0 && count(mustNot, 'pair is not proposed', 'pairs are not proposed'),
        ]
          .filter(Boolean)
          .join(' and ')}.`,
  apply: (n: number) => `Go on with ${count(n, 'pair', 'pairs')}`,
  toAssignments: 'To the assignments',
  applyHint: 'You see what would happen before it does; the batch can be taken back as a whole.',
  reset: 'Undo my changes',
  toProposal: 'Back to the proposal',
  edited: 'With your changes',
  asMade:
    'Your changes count in the figures and pairs. What cannot be served, odd texts and the least load are as the proposal was made.',

  figures: 'Figures',
  belowLeast: (least: number) =>
    `Some reviewers get fewer than the ${count(least, 'new paper', 'new papers')} asked for: their limits, conflicts or the seats there are allow no more.`,
  cutShort:
    'The search for the fairest ended after 15 seconds: the worst-off papers might be raised further, and another run may differ.',

  odd: 'Odd texts behind these pairs',
  oddUnproposed: 'Odd texts behind pairs that are not proposed',
  oddLead:
    'Scores may rest on texts that were written to make them: look at these before you apply the pairs. They count nobody among the experts.',
  oddKinds: {
    hidden_in_paper: 'Hidden or hardly visible text in a paper',
    hidden_in_own: 'Hidden or hardly visible text in what a reviewer wrote',
    typed_text: 'Text that the author typed',
    copied_text: 'Sentences of the reviewer’s own texts',
    private_words: 'Words that nobody else uses',
    same_text: 'Nearly the same text as one of the reviewer’s own',
    repeated_word: 'One word again and again',
    word_list: 'A list of words in place of a text',
    echo: 'Texts made of the paper’s own words',
    too_near: 'Unusually near to the paper',
    all_near: 'Texts nearly all about one paper',
    lone_text: 'A single text that is near',
    later_texts: 'Texts added after the paper came',
    many_subjects: 'Words of many subjects in one text',
    cited: 'Named by the paper',
    mixed_letters: 'Letters of two alphabets in one word',
  },
  oddReviewer: (name: string, papers: number) => `${name}: ${count(papers, 'paper', 'papers')}`,
  oddPaper: (name: string) => `The paper ${name}`,
  toTexts: (name: string) => `What ${name} wrote`,
  toPaper: (paperId: string) => `To the paper ${paperId}`,
  barAll: {
    reviewer: (name: string, n: number) => `Never ${name} on these ${n}`,
    paper: (paperId: string, n: number) => `Never these ${n} on ${paperId}`,
  },
  allowAll: {
    reviewer: (name: string, n: number) => `Allow ${name} on these ${n}`,
    paper: (paperId: string, n: number) => `Allow these ${n} on ${paperId}`,
  },
  unknown: (n: number) =>
    `Nothing is known of ${count(n, 'reviewer', 'reviewers')}, neither texts nor topics nor bids, so that they score 0 on every paper:`,
  andMore: (n: number) => `and ${count(n, 'other', 'others')}`,
  unproposedMore: (n: number) =>
    `And ${count(n, 'more pair that was', 'more pairs that were')} not proposed for what the reviewer gave.`,
  typed: 'Typed by authors, other than what the PDF says',
  typedText: 'Typed by the author',
  readText: 'Read from the PDF',
  nothingRead: 'Nothing could be read.',
  nothingTyped: 'Nothing.',
  nextStep: common.nextStep,

  views: 'Show',
  table: 'Table',
  matrix: 'Matrix',
  compare: 'Compare',
  tableCaption: 'Papers with their proposed reviewers',
  reviewer: 'Reviewer',
  score,
  scoreHead: 'Score',
  why: 'Why',
  actions: 'Change',
  nobody: 'Nobody proposed',
  on: ({ on, had }: { on: readonly { reviewer: string }[]; had: number }) =>
    `On it already: ${on.map(({ reviewer }) => reviewer).join(', ')} (${on.length > 1 ? 'together ' : ''}${score(had)}).`,
  addTo: (paperId: string) => `Add a reviewer to ${paperId}`,
  add: 'Add',
  addAllTheSame: 'Add all the same',
  changeWish: 'Change what is asked for',
  remove: (name: string, paperId: string) => `Remove ${name} from ${paperId}`,
  removeShort: 'Remove',
  lock: (name: string, paperId: string) => `Lock ${name} on ${paperId}`,
  lockShort: 'Lock',
  lockedShort: 'Locked',
  mustBe: 'Must be, as you asked.',
  mustNotBe: 'Must not be, as you asked.',
  bar: (name: string, paperId: string) => `Never ${name} on ${paperId}`,
  barShort: 'Never',
  allow: (name: string, paperId: string) => `Allow ${name} on ${paperId}`,
  allowShort: 'Allow',
  addPair: (name: string, paperId: string) => `Add ${name} to ${paperId}`,
  pair: 'The pair chosen',
  cannotBe: 'This pair cannot be.',
  notProposed: 'Not proposed.',
  whyScore: 'Why this score?',
  asOfNow: (then: number, now: number) =>
    Math.abs(then - now) < CHANGED
      ? 'As of now.'
      : `As of now, with a score of ${score(now)}: texts, topics or bids changed since it was ${score(then)}.`,
  whyPair: (name: string, paperId: string) => `Why ${name} suits ${paperId} so well or so little`,
  noScore: '–',
  scoreIs: (value: number) => `Score ${score(value)}.`,
  byHand: 'Added by hand.',
  topics: (topics: readonly string[]) =>
    topics.length === 0 ? '' : `${topics.length === 1 ? 'Topic' : 'Topics'}: ${topics.join(', ')}.`,
  load: (open: number, limit: number | null, proposed: number) =>
    [
      limit === null ? `${open} open` : `${open} of ${limit} open`,
      proposed > 0 && count(proposed, 'paper in this proposal', 'papers in this proposal'),
    ]
      .filter(Boolean)
      .join(', '),
  scoreOf: (value: number | null) => (value === null ? 'no score' : `score ${score(value)}`),
  moreFound: (n: number) => `${n} more: search by name.`,
  close: common.close,
  morePapers: (n: number) => `Show ${n} more papers`,
  findPaper: 'Find a paper or reviewer',
  noMatch: 'Nothing matches.',

  matrixName: 'Papers and reviewers',
  noScoresKept:
    'There are so many pairs that only those proposed are kept with their scores: the matrix shows no others.',
  matrixHint:
    'Each figure is a score in hundredths; ✓ is proposed, underlined it is locked, ✕ must not be, – cannot be; a triangle marks what is odd. A click shows the pair below, with all that can be done. Arrow keys move, Enter proposes a pair or takes it out.',
  paper: 'Paper',
  columns: (shown: number, all: number) =>
    shown === all ? '' : `The ${shown} reviewers who suit these papers best, of ${all}.`,
  rows: (from: number, to: number, all: number) => `Papers ${from} to ${to} of ${all}`,
  earlierPapers: 'Earlier papers',
  laterPapers: 'Later papers',
  cell: (paperId: string, name: string, value: number | null, states: readonly string[]) =>
    [`${paperId}, ${name}: ${value === null ? 'cannot be' : score(value)}`, ...states].join(', '),
  cellProposed: 'proposed',
  cellLocked: 'locked',
  cellBarred: 'must not be',
  cellOdd: 'odd',
} as const
