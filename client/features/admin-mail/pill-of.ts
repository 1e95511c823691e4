import type { StatusKind } from '#client/ui/status-pill.tsx'
import type { EmailState } from '#shared/mail/states.ts'

/** The colour of a mail's state. */
export const pillOf: Record<EmailState, StatusKind> = {
  held: 'changes',
  queued: 'waiting',
  sent: 'accepted',
  failed: 'rejected',
  bounced: 'rejected',
  kept: 'waiting',
  discarded: 'waiting',
}
