import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { earlierLinks, invitations } from '#server/db/schema.ts'
import type { invitationStandings } from '#shared/people/contract.ts'
import { hashToken } from './one-time-token.ts'

type Standing = (typeof invitationStandings)[number]

/**
 * Where an invitation stands, for the holder of its link, so that it says at once when it is good no longer; and the name
 * that organisers gave with it, which nobody else is told. Opening the
 * link consumes nothing (decisions.md §6).
 */
export async function readInvitation(ctx: Ctx, token: string): Promise<{ state: Standing; name: string }> {
  const { state, name } = await standingOf(ctx, token)
  return { state, name: state === 'open' ? name : '' }
}

async function standingOf(ctx: Ctx, token: string): Promise<{ state: Standing; name: string }> {
  const [row] = await ctx.tx
    .select()
    .from(invitations)
    .where(eq(invitations.linkHash, hashToken(token)))
  if (row === undefined) return { state: await standingOfEarlier(ctx, token), name: '' }
  const { name } = row
  if (row.acceptedAt !== null) return { state: 'accepted', name }
  if (row.revokedAt !== null) return { state: 'revoked', name }
  return { state: row.expiresAt > ctx.now ? 'open' : 'expired', name }
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
