import { assigningMessages } from '#server/features/assigning/messages.ts'
import { mailDeskMessages } from '#server/features/mail-desk/messages.ts'
import { noticeMessages } from '#server/features/notices/messages.ts'
import { paymentMessages } from '#server/features/payments/messages.ts'
import { deadlineMessages } from '#server/features/people/deadline-messages.ts'
import { accountMessages } from '#server/features/people/messages.ts'
import { secondFactorMessages } from '#server/features/people/second-factor-messages.ts'
import { privacyMessages } from '#server/features/privacy/messages.ts'
import { reminderMessages } from '#server/features/reminders/messages.ts'
import { paperDecisionMessages } from '#server/features/reviewing/decision-messages.ts'
import { reviewMessages } from '#server/features/reviewing/messages.ts'
import { reviewerMessages } from '#server/features/reviewing/reviewer-messages.ts'
import { submissionMessages } from '#server/features/submissions/messages.ts'
import { restoreMessages } from '#server/features/submissions/restore-messages.ts'
import type { MessageKind } from './core/message.ts'

/** Every kind of message that any feature sends: what the mail desk lists and edits. */
export const messageKinds: readonly MessageKind[] = [
  ...accountMessages,
  ...secondFactorMessages,
  ...deadlineMessages,
  ...submissionMessages,
  ...restoreMessages,
  ...paperDecisionMessages,
  ...reviewMessages,
  ...reviewerMessages,
  ...assigningMessages,
  ...paymentMessages,
  ...reminderMessages,
  ...noticeMessages,
  ...privacyMessages,
  ...mailDeskMessages,
]
