import type { StayReason } from '#shared/people/account-contract.ts'

/** What is said before an account is deleted. */
export const deleteWords = {
  leavingInGeneral:
    'Submissions under way are withdrawn, and papers you were to review are given back. Decided papers, submitted reviews and payments stay as the conference’s record, without your name in the portal.',
  leaving: {
    withdrawn: 'These submissions are withdrawn; that they were there stays on record, without your name:',
    stays: 'These stay as the conference’s record, without your name in the portal:',
    removed: 'You deleted these before; they are removed for good when the time to restore them is over:',
    givenBack: 'These papers are given back, and the organisers are told to find another reviewer:',
    reviewed: 'Your submitted reviews of these papers stay, without your name:',
    booked: 'what was paid for it stays in the books',
    sums: (sums: string) =>
      `${sums} can be paid back: write to the organisers before you leave, for afterwards nobody knows whose it is`,
    sought:
      'the payment that you reported is not found yet: write to the organisers before you leave, for afterwards nobody knows whose it is',
    why: {
      decided: 'it was decided, and the decision stays on record',
      complete: 'it is accepted and paid',
      withdrawn: 'it was withdrawn before',
      paid: 'you deleted it, but what was paid for it stays in the books',
    } satisfies Record<StayReason, string>,
  },
  deleteMore:
    'Receipts lose your name and address. The text of a paper stays as you wrote it. Download your data before, if you need it; your receipts are in it.',
  deedsStay:
    'What you did as an organiser stays in the activity and in histories, with “Deleted account” in place of your name.',
  lastAdmin:
    'You are the last administrator: without one nobody could run the conference. Make somebody else an administrator first; then you can delete your account.',
  toPeople: 'To the people',
  close: 'Close',
  deletedBefore: 'Your account was probably deleted by your first try; a mail confirms it.',
  deleteTitle: 'Delete your account?',
  deleteConfirm: 'Delete account',
} as const
