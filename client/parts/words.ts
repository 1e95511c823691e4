/** Words that several screens share (portal.md §2, §5, §8). */
export const words = {
  back: 'Back',
  actionFailed: 'Action failed',
  support: 'Support',
  help: (email: string) => `Need help? Contact us at ${email}`,
  submit: 'Submit',
  cancel: 'Cancel',
  needsReasonForDeed: 'reason is required',
  updated: 'Updated',
  submitted: 'Submitted',
  decided: 'Decided',
  openInNewTab: 'Open in a new tab',
  accept: 'Accept',
  provisional: 'Provisionally Accept',
  reject: 'Reject',
  score: 'Score (0–100)',
  commentsOptional: 'Comments (optional)',
  commentsRequired: 'Comments to the author (required)',
  rejectionReason: 'Reason for the rejection (required)',
  typeReject: "Type 'reject' to confirm",
  needScore: 'Please enter a score (0–100) before submitting.',
  scoreRange: 'Please provide a score between 0 and 100.',
  needComments: 'Please provide your comments to the author before submitting.',
  needReject: "Please type 'reject' to confirm rejection.",
  needReason: 'Please provide a rejection reason before submitting.',
  needPdf: 'Please upload a PDF file.',
  tooLarge: (limit: string) => `The file is larger than ${limit}.`,
  supportedPdf: 'Supported format: PDF',
  uploadFailed: 'Upload failed',
  tryAgain: 'Try again',
  cancelUpload: 'Cancel upload',
  leaveUpload: 'Your file is still being uploaded. Leave and cancel the upload?',
  submitting: (percent: number) => `Submitting... ${percent}%`,
  uploadProgress: 'Upload progress',
  speed: (size: string) => `${size} per second`,
  left: (time: string) => `${time} left`,
  emptyFile: 'The selected file is empty.',
  inZone: (text: string, zone: string) => `${text} (${zone})`,
  inTwoZones: (here: string, zone: string, there: string, conferenceZone: string) =>
    `${here} (${zone}, your time) · ${there} (${conferenceZone})`,
  atMost: (size: string) => `At most ${size}.`,
} as const

/** A status as people read it: underscores are spaces (portal.md §2). */
export function plainStatus(status: string): string {
  return status.replaceAll('_', ' ')
}
