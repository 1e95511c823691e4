import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { invitations } from '#server/db/schema.ts'
import type { invitationStandings } from '#shared/people/contract.ts'
import { hashToken } from './one-time-token.ts'

type Standing = (typeof invitationStandings)[number]

/**
 * Where an invitation stands, for the holder of its link, so that it says at once when it is good no longer. Opening the
 * link consumes nothing (decisions.md §6).
 */
export async function readInvitation(ctx: Ctx, token: string): Promise<{ state: Standing }> {
  const [row] = await ctx.tx
    .select()
    .from(invitations)
    .where(eq(invitations.linkHash, hashToken(token)))
  if (row === undefined) return { state: 'unknown' }
  if (row.acceptedAt !== null) return { state: 'accepted' }
  if (row.revokedAt !== null) return { state: 'revoked' }
  return { state: row.expiresAt > ctx.now ? 'open' : 'expired' }
}
