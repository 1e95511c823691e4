import type { invitations } from '#server/db/schema.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { EmailState } from '#shared/mail/states.ts'
import type { Invitation } from '#shared/people/desk-contract.ts'

type Row = typeof invitations.$inferSelect

/** Where an invitation stands; read off its moments and its mail, never stored. */
function invitationState(row: Row, mail: EmailState | null, now: Date): Invitation['state'] {
  if (row.acceptedAt !== null) return 'accepted'
  if (row.revokedAt !== null) return 'revoked'
  if (row.expiresAt <= now) return 'expired'
  return mail === 'failed' || mail === 'bounced' ? mail : 'sent'
}

/** Row to what the contract promises; neither PIN nor link is in it. */
export function invitationView(row: Row, mail: EmailState | null, now: Date): Invitation {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    topics: row.topics,
    state: invitationState(row, mail, now),
    sentAt: toTimestamp(row.sentAt),
    expiresAt: toTimestamp(row.expiresAt),
    acceptedAt: row.acceptedAt === null ? null : toTimestamp(row.acceptedAt),
  }
}
