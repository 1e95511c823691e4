import { balanceWords } from '#shared/payments/balance-words.ts'
import { paymentStateWords } from '#shared/payments/state-words.ts'

interface Sum {
  amount: string
  currency: string
}

const inWords = (sums: readonly Sum[]) =>
  sums.map(({ amount, currency }) => `${amount} ${currency}`).join(' and ')

/** The payments desk (decisions.md §8). */
export const words = {
  title: 'Payments',
  import: 'Import a statement',
  search: 'Search payments',
  filter: 'Show',
  filters: {
    '': 'All payments',
    reported: 'Reported',
    late: 'Late (over three business days)',
    awaiting: 'Not reported yet',
    part: 'Paid in part',
    verified: 'Verified',
    over: 'Paid too much or twice',
    foreign: 'In another currency',
    held: 'Papers that await no payment',
    sought: 'Of these, still looked for',
  },
  empty: 'No payments here',
  emptyHint: 'Accepted papers appear here until their fee is verified.',
  failed: 'Failed to load',
  states: paymentStateWords,
  late: 'Late',
  balances: balanceWords,
  received: (sums: readonly Sum[]) => `Received ${inWords(sums)}`,
  missing: ({ amount, currency }: Sum) => `${amount} ${currency} of the fee missing`,
  verifyWithout: ({ amount, currency }: Sum) => `Verify although ${amount} ${currency} is missing`,
  lines: (paperId: string) => `Lines of statements for ${paperId}`,
  uses: { payment: 'made the payment', note: 'part payment', double: 'paid again', refund: 'paid back' },
  release: 'Remove this amount',
  releaseTitle: 'Remove this line from the paper?',
  releaseText:
    'It counts no more. It can be imported again, for another paper. Where the fee is still due, the author is told so.',
  waits: ({ state, ageBusinessDays: days }: { state: string; ageBusinessDays: number }) => {
    if (state === 'sought') return 'The paper awaits no payment; look for the one that was reported'
    if (state === 'held') return 'What came before can be paid back'
    if (state === 'returned' || state === 'unfound') return 'The paper awaits no payment'
    return days === 1 ? 'Waiting for 1 business day' : `Waiting for ${days} business days`
  },
  since: 'Since',
  reported: 'Reported',
  paidOn: 'Paid on',
  verify: 'Verify payment',
  verifyTitle: (id: string) => `Verify the payment of ${id}?`,
  /** What verifying does with an amount: there is none, it may be the fee, it is not the fee and not said what it is, or that was said. */
  verifyText: {
    fee: 'The submission becomes complete, and the author gets a receipt.',
    typed:
      'If this is the fee, the submission becomes complete, and the author gets a receipt. If it is not, you are asked what it is.',
    asked:
      'This amount is not the fee. Say what it is: that decides whether the submission becomes complete.',
    part: 'The part is noted with the paper. It goes on awaiting payment, and the author is told what is still due.',
    paid: 'The submission becomes complete although this is not the fee, and the author gets a receipt.',
  },
  reference: 'Reference on the statement (optional)',
  amount: 'Amount (optional)',
  /** What an empty amount means: the fee, what was noted already, or of a part that nothing came beside it. */
  amountHint: ({ received, missing }: { received: readonly Sum[]; missing: Sum | null }) => {
    if (received.length === 0) return 'Left empty it is the fee.'
    if (missing !== null) return 'What arrived beside the parts noted before. Left empty nothing did.'
    return `What arrived beside what is noted. Left empty it is that alone: ${inWords(received)}.`
  },
  partsCount: 'What was noted before counts: the receipt is for all of it together.',
  whatIsIt: 'What is this amount?',
  choose: 'Please choose',
  isPart: 'A part: the rest is still due',
  isPaid: 'All that is to be paid',
  notePart: 'Note the part',
  note: 'Note (optional)',
  settle: 'Settle the report',
  settleTitle: (id: string) => `What arrived for ${id}?`,
  settleText:
    'Nothing is to be paid for this paper now. What arrived is noted with it, so that it can be paid back; where nothing did, nobody is reminded of it any more. The author is told.',
  settleHint: 'Leave it empty if nothing arrived.',
  settleFound: 'Note what arrived',
  settleNothing: 'Nothing arrived',
  settleNothingFurther: 'Nothing further arrived',
  unfoundTitle: (id: string, part: boolean) => `Did nothing ${part ? 'further ' : ''}arrive for ${id}?`,
  unfoundText:
    'The report is ended, and the paper awaits payment again. The author is told that nothing was found, asked to write before paying again, and can report a payment anew.',
  verified: 'Verified',
  by: (by: string) => `by ${by}`,
  referenceIs: (reference: string) => `Reference ${reference}`,
  reopen: 'Undo verification',
  reopenTitle: (id: string) => `Undo the verification of ${id}?`,
  reopenText: 'The paper awaits payment again and its receipt is void. The author is told your reason.',
  reason: 'Reason (required)',
  needsReason: 'reason is required',
  actionFailed: 'Action failed',
  cancel: 'Cancel',
  receipt: 'Receipt',
  receiptVoid: 'void',
  authorNote: 'The author’s note',
} as const
