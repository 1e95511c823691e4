import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { earlierLinks, invitations } from '#server/db/schema.ts'
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
  if (row === undefined) return { state: await standingOfEarlier(ctx, token) }
  if (row.acceptedAt !== null) return { state: 'accepted' }
  if (row.revokedAt !== null) return { state: 'revoked' }
  return { state: row.expiresAt > ctx.now ? 'open' : 'expired' }
}

/** A link that a newer mail took the place of says how its invitation ended, as long as it is not open. */
async function standingOfEarlier(ctx: Ctx, token: string): Promise<Standing> {
  const [row] = await ctx.tx
    .select({ acceptedAt: invitations.acceptedAt, revokedAt: invitations.revokedAt })
    .from(earlierLinks)
    .innerJoin(invitations, eq(invitations.id, earlierLinks.invitationId))
    .where(eq(earlierLinks.linkHash, hashToken(token)))
  if (row === undefined) return 'unknown'
  if (row.acceptedAt !== null) return 'accepted'
  return row.revokedAt === null ? 'unknown' : 'revoked'
}
