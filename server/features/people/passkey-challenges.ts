import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { type ChallengePurpose, passkeyChallenges } from '#server/db/schema.ts'

/** How long a browser may take; what it signs later is refused. */
export const CHALLENGE_MS = 5 * 60_000
/** 256 bits; WebAuthn §13.4.3 asks for 128. */
const BYTES = 32

interface Whose {
  userId: string
  purpose: ChallengePurpose
  /** In which a passkey is added. */
  sessionId?: string
}

/** A new challenge; the person's own that ran out go. */
export async function makeChallenge(ctx: Ctx, { userId, purpose, sessionId }: Whose): Promise<string> {
  const challenge = ctx.randomBytes(BYTES).toString('base64url')
  const over = and(eq(passkeyChallenges.userId, userId), lte(passkeyChallenges.expiresAt, ctx.now))
  await ctx.tx.delete(passkeyChallenges).where(over)
  await ctx.tx.insert(passkeyChallenges).values({
    challenge,
    userId,
    purpose,
    sessionId: sessionId ?? null,
    expiresAt: new Date(ctx.now.getTime() + CHALLENGE_MS),
  })
  return challenge
}

/**
 * Takes a challenge, which is gone then whatever comes of it: the caller must let that be committed. Whether it was this
 * person's, for this purpose and session, and in time.
 */
export async function takeChallenge(ctx: Ctx, challenge: string, whose: Whose): Promise<boolean> {
  const { userId, purpose, sessionId } = whose
  const taken = await ctx.tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.userId, userId),
        eq(passkeyChallenges.purpose, purpose),
        sessionId === undefined
          ? isNull(passkeyChallenges.sessionId)
          : eq(passkeyChallenges.sessionId, sessionId),
        gt(passkeyChallenges.expiresAt, ctx.now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken.length > 0
}
