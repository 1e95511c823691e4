import type { AbstractItem } from '#shared/submissions/contract.ts'

/** The author's screens (portal.md §2, §4, §8). */
export const words = {
  title: 'Author dashboard',
  loggedIn: 'You are logged in as Author',
  switchToReviewer: 'Switch to Reviewer',
  submitAbstract: 'Submit Abstract',
  instructions: 'How submission works',
  ongoing: 'Ongoing Papers',
  paymentsReported: 'Payments: to verify',
  completedPapers: 'Completed Papers',
  completed: 'Completed Abstracts',
  session: 'Mini-symposium / Special session',
  sessionRequest: 'Submit request',
  sessionSoon: 'Requests are not open yet.',
  backHome: 'Back',
  backToList: 'Back to list',
  loadingOngoing: 'Loading ongoing submissions…',
  noOngoing: 'No ongoing abstracts',
  noOngoingHint: 'Start by submitting a new abstract.',
  loadingCompleted: 'Loading completed submissions…',
  noCompleted: 'No completed abstracts',
  noCompletedHint: 'Rejected abstracts/papers and completed papers will appear here once available.',
  failedLoad: 'Failed to load',
  failedDetails: 'Failed to load details',
  failedRefresh: 'Failed to refresh details',
  nothingToDo: 'There is nothing to do for you now',
  nothingToDoHint: 'You are told of every decision by e-mail.',
  allEnded: 'Your submissions have ended; they stand under “Completed Papers”.',
  anotherUntil: 'Another abstract is taken until',
  firstStep: 'Submit your abstract',
  chooseFile: 'Choose your PDF',
  openDetails: (id: string) => `Open ${id}`,
  /** Without an address where none is set. */
  askForTime: (email: string) =>
    email === '' ? 'Ask the organisers for more time.' : `Ask the organisers for more time: ${email}`,
  paperBadge: 'Paper',
  abstractBadge: 'Abstract',
  reviewerComments: 'Reviewer comments',
  details: 'Process Details',
  currentStatus: 'Current Status',
  abstract: 'Abstract',
  abstractResults: 'Abstract Results',
  paper: 'Paper',
  paperResults: 'Paper Results',
  feedback: 'Feedback',
  noFeedback: 'No comments were given.',
  feedbackLater: 'It comes with the decision.',
  payment: 'Payment',
  paymentDone: 'Payment section completed',
  paymentConfirmed: 'Payment confirmed. Your submission is complete.',
  timeline: 'What happened, and what comes next',
  timelineEnded: 'What happened',
  download: 'Download',
  downloadNamed: (name: string) => `Download ${name}`,
  noDownload: 'No download',
  edit: 'Edit',
  editNamed: (name: string) => `Edit ${name}`,
  replace: 'Replace',
  replaceNamed: (name: string) => `Replace ${name}`,
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  reviewed: 'Reviewed',
  afterProvisional: 'After Provisionally accepted',
  laterVersion: 'Later version',
  currentVersion: 'Current',
  firstVersion: 'First version',
  uploadAbstract: 'Upload Abstract',
  uploadPaper: 'Upload Paper',
  accepted: 'Accepted',
  provisional: 'Provisionally accepted',
  rejected: 'Rejected',
  pending: 'Waiting for a decision',
  withdrawn: 'Withdrawn',
  withdrawnReason: 'Your reason',
  noPaper: 'No paper yet.',
  paperId: 'Paper ID',
  copyPaperId: 'Copy Paper ID',
  receipt: (number: string) => `Receipt ${number}`,
  receiptVoid: 'void',
  downloadReceipt: 'Download receipt',
  downloadVoid: (number: string) => `Download void ${number}`,
  receiptFor: 'Your receipt will be made out to',
  madeOutTo: 'Made out to',
  changePayer: 'Change the payer',
  payerTitle: 'Whom is the receipt for?',
  payerText:
    'You get the receipt when your payment is verified. You can change this until then, and afterwards.',
  payerAgain:
    'A receipt once given is not altered. It becomes void, and you get a new one with a new number, by mail too.',
  payerName: 'Name of the person or organisation',
  payerAddress: 'Address (optional)',
  payerTaxNumber: 'Tax number (optional)',
  payerSave: 'Save the payer',
  payerFailed: 'The payer could not be saved.',
  payHow: (id: string, fee: string) =>
    `Pay the registration fee${fee === '' ? '' : ` of ${fee}`} and give ${id} as the payment reference.`,
  payAbout: (id: string, fee: string) => `${fee === '' ? '' : `${fee}, `}reference ${id}`,
  payOnce: 'Payments are verified within three business days. Please do not pay more than once.',
  payPage: 'Go to the payment page',
  partPill: 'paid in part',
  lookedAtPill: 'arrived, being looked at',
  lookedAt: (received: string) =>
    `${received} arrived for your paper. The organisers look at what that is and tell you what is due; please do not pay again until then.`,
  reportedPill: 'reported, being verified',
  payRest: ({ received, due }: NonNullable<AbstractItem['paymentPart']>, id: string) =>
    `${received} arrived for your paper; ${due} are still due. Please pay the rest once and give ${id} as the payment reference. If you have paid all of it, write to the organisers.`,
  payReported: (day: string) =>
    `You reported this payment. Staff verify it by ${day}; please do not pay again.`,
  payReportedLate:
    'You reported this payment. Verifying it takes longer than the three business days promised; we are sorry. Please do not pay again.',
  takenBack: (reason: string) => `The confirmation of your payment was taken back. Reason: ${reason}`,
  verifiedAnew: 'You reported this payment; staff look into it again. Please do not pay again.',
  askBeforePaying:
    'If you have paid, or the reason asks something of you, write to the organisers before paying again.',
  earlierPayment: 'Earlier payment',
  heldMoney: (sums: string, ended: boolean) =>
    ended
      ? `${sums} arrived for this paper, and nothing is to be paid for it any more. The organisers see it at their payments desk; write to them about paying it back.`
      : `${sums} arrived for this paper. Nothing is to be paid for it now; if it is accepted again, what arrived counts.`,
  reportedOnce:
    'You reported a payment for this paper. Staff look for it and tell you what they find. Nothing is to be paid for the paper now.',
  nothingHeld: 'Nothing is to be paid for this paper now, and no money is kept for it.',
  report: 'I have paid',
  reportFailed: 'Action failed',
  reportTitle: 'Report your payment',
  reportText: (id: string) =>
    `Staff look for a payment with the reference ${id}. Tell them when you paid, and what helps to find it.`,
  paidAt: 'Date of payment',
  reportNote: 'Bank reference or note (optional)',
  cancel: 'Cancel',
  deadline: 'Deadline',
  withdraw: 'Withdraw submission',
  withdrawTitle: 'Withdraw this submission?',
  withdrawText:
    'The submission ends here and cannot be taken up again. The organisers are told, with your reason.',
  withdrawReported:
    'You reported a payment for this paper. Once you withdraw it nothing is to be paid; staff go on looking for your payment, and tell you what they find.',
  withdrawPart: (received: string) =>
    `${received} arrived for this paper. The organisers keep that noted; write to them about paying it back.`,
  withdrawReason: 'Reason (required)',
  deleteAbstractTitle: 'Delete Abstract?',
  deleteAbstractText:
    'The abstract, and its paper if there is one, leave the conference with all their versions.',
  deleteAbstractUndo:
    'If it was a mistake, ask the organisers: they can restore it for a time, 30 days unless they chose another.',
  named: (id: string, name: string) => `${id}: ${name}`,
  deletePaperTitle: 'Delete Paper?',
  deletePaperText: 'The paper is removed. You can upload another one.',
  abstractDeleted: 'Abstract deleted.',
  paperDeleted: 'Paper deleted.',
  deleteFailed: 'Delete failed',
  newAbstract: 'Submit an abstract',
  newVersion: (id: string) => `Upload a new version of ${id}`,
  paperTitle: (id: string) => `Upload the paper of ${id}`,
  revisedPaperTitle: (id: string) => `Upload the revised paper of ${id}`,
  abstractsClosed: 'The deadline for new abstracts has passed',
  changesUntil: 'Changes until:',
  changesWereUntil: 'The deadline for changes was',
  noUpload: 'There is nothing to upload here now.',
  abstractFile: 'Abstract file',
  paperFile: 'Paper file',
  anonymousPaper:
    'Reviewers are not told who wrote this paper. The portal takes the file’s properties, comments and attachments away for them; names in the text, in headers or acknowledgements are yours to take out.',
  submitFailed: 'Submit failed',
  uploadFailed: 'Upload failed',
  sentTitle: 'Submitted successfully',
  sentText: 'Your file was uploaded. You can track its progress in Ongoing Papers.',
  sentNext: 'It is assessed now; you are told of the decision by e-mail.',
  sentInPlace: 'It takes the place of the earlier one; what was decided on that stands.',
  reference: 'Reference',
  congratulations: 'CONGRATULATIONS!',
  celebration: (name: string) => `${name} is complete: accepted, paid and confirmed.`,
  viewDetails: 'View details',
  close: 'Close',
} as const

/** What the status means and what comes next, for the person who waits. */
export const statusMessage = {
  abstract_submitted: 'Your abstract is under review. You are told of the decision by e-mail.',
  abstract_awaiting_resubmission:
    'Your abstract was provisionally accepted. Revise it and upload a new version.',
  awaiting_paper: 'Your abstract was accepted. Submit your full paper now.',
  paper_submitted: 'Your paper is under review. You are told of the decision by e-mail.',
  paper_awaiting_resubmission: 'Changes were asked for. Revise your paper and upload the new version.',
  awaiting_payment: 'Your paper was accepted. Pay the registration fee to complete your submission.',
  complete: 'Your submission is complete.',
  declined: 'Your submission was not accepted; it ends here.',
  withdrawn: 'You withdrew this submission; it ends here.',
  payment_part: 'A part of the registration fee arrived. Pay the rest to complete your submission.',
  payment_looked_at: 'Money arrived for your paper, and the organisers look at it. Please do not pay again.',
  payment_reported: 'Your payment is with the staff. There is nothing to do for you now.',
  payment_verified_anew:
    'The confirmation of your payment was taken back, and staff look into it again. Please do not pay again.',
  payment_open_again: 'The confirmation of your payment was taken back: the registration fee is open again.',
} as const

/** The author's next step, the most visible thing on a screen. */
export const nextStep = {
  revisedAbstract: 'Upload your revised abstract',
  paper: 'Upload your paper',
  revisedPaper: 'Upload your revised paper',
  payment: 'Pay the registration fee',
} as const
export const missedStep = {
  revisedAbstract: 'The deadline for your revised abstract has passed',
  paper: 'The deadline for your paper has passed',
  revisedPaper: 'The deadline for your revised paper has passed',
  payment: 'The registration fee can no longer be paid',
} as const
/** The same on the home view, where it leads to the submission first. */
export const homeStepButton = {
  revisedAbstract: 'Upload revised abstract',
  paper: 'Upload paper',
  revisedPaper: 'Upload revised paper',
  payment: 'How to pay',
} as const
export const nextStepButton = {
  revisedAbstract: 'Go to the upload',
  paper: 'Go to the upload',
  revisedPaper: 'Go to the upload',
  payment: 'How to pay',
} as const

/** Where a submission is, and what comes next: who does what. */
export const aheadWords = {
  assessAbstract: 'The organisers assess the abstract',
  reviseAbstract: 'You revise the abstract',
  uploadPaper: 'You upload the full paper',
  reviewPaper: 'Reviewers assess the paper',
  revisePaper: 'You revise the paper',
  pay: 'You pay the registration fee',
  verifyPayment: 'Staff verify the payment, within three business days',
  complete: 'The submission is complete',
} as const
