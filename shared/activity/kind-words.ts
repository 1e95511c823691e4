import type { ActivityKind } from './contract.ts'

/** What activity is about, as its list's filter and its export say it. */
export const activityKindWords: Record<ActivityKind, string> = {
  submission: 'Submissions',
  co_author: 'Co-authors',
  version: 'Files',
  assignment: 'Assignments',
  conflict: 'Conflicts of interest',
  review: 'Reviews',
  payment: 'Payments',
  bank_line: 'Statement lines',
  receipt: 'Receipts',
  person: 'People',
  passkey: 'Passkeys',
  invitation: 'Invitations',
  extension: 'Personal deadlines',
  settings: 'Settings',
  mail: 'Mails',
  mail_text: 'Texts of mails',
  mailing: 'Messages to groups',
}
