import type { StatusKind } from '#client/ui/status-pill.tsx'
import type { DeskMail } from '#shared/mail/contract.ts'
import type { EmailState } from '#shared/mail/states.ts'
import { words } from './words.ts'

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

/** Where a mail stands, in a word. */
export function stateText({ state, sending }: Pick<DeskMail, 'state' | 'sending'>): string {
  return sending ? words.sending : words.states[state]
}
