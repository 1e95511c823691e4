import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Ctx, personOf, type Steps } from '#server/core/ctx.ts'
import { onceBegun } from '#server/core/turns.ts'
import { passkeys, recoveryCodes, secondFactors, users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { personById } from './find-person.ts'
import { hashCode, newRecoveryCodes } from './recovery-codes.ts'
import { secondFactorOff, secondFactorOn } from './second-factor-messages.ts'
import { endSessions } from './sessions.ts'

/** The rows behind two-step verification: what turns it on with its first way, and off with its last. */

/** What a person's codes are made of, if there is anything. */
export async function factorOf(ctx: Ctx, userId: string) {
  const [row] = await ctx.tx.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row
}

/** A person's passkeys, the oldest first. */
export function passkeysOf(ctx: Ctx, userId: string) {
  return ctx.tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

/** A salt for a person's recovery codes. */
export const newSalt = (steps: Pick<Steps, 'randomBytes'>) => steps.randomBytes(16).toString('base64url')

/** New recovery codes, and the slow hashes that are kept of them. Never call it inside a transaction. */
export async function codesFor(steps: Steps, salt: string) {
  const plain = newRecoveryCodes(steps.randomBytes)
  const hashes = await Promise.all(plain.map((code) => hashCode(code, salt))).catch((error: unknown) => {
    // Whoever gets them has given a password, a code or a passkey before, which was counted or is spent.
    throw onceBegun(error)
  })
  return { plain, hashes }
}

/** Keeps recovery codes in place of all that a person had. */
export async function replaceCodes(ctx: Ctx, userId: string, hashes: readonly string[]): Promise<void> {
  await ctx.tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await ctx.tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/**
 * With the first way: from now on a log-in asks for a second step. Keeps the recovery codes, ends all other sessions and
 * tells the person. False where it is on already, with nothing changed.
 */
export async function turnOn(ctx: Ctx, hashes: readonly string[]): Promise<boolean> {
  const { userId, sessionId } = personOf(ctx)
  const turned = await ctx.tx
    .update(users)
    .set({ secondFactorSince: ctx.now })
    .where(and(eq(users.id, userId), isNull(users.secondFactorSince)))
    .returning({ id: users.id })
  if (turned.length === 0) return false
  await replaceCodes(ctx, userId, hashes)
  await endSessions(ctx, userId, sessionId)
  await tell(ctx, [userId], secondFactorOn(ctx))
  ctx.log.info({ event: 'second_factor_on', userId }, 'two-step verification was turned on')
  return true
}

/** After a way was taken away: turns it off, and says so, where none is left. */
export async function turnOffIfLast(ctx: Ctx, userId: string): Promise<boolean> {
  const factor = await factorOf(ctx, userId)
  if (factor?.appSince || (await passkeysOf(ctx, userId)).length > 0) return false
  await removeSecondFactor(ctx, userId)
  await tell(ctx, [userId], secondFactorOff(ctx))
  return true
}

/** Takes every way and the recovery codes away; whether the person had two-step verification. */
export async function removeSecondFactor(ctx: Ctx, userId: string): Promise<boolean> {
  const person = await personById(ctx, userId)
  await ctx.tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await ctx.tx.delete(passkeys).where(eq(passkeys.userId, userId))
  const wasOn = person !== undefined && person.secondFactorSince !== null
  if (!wasOn) return false
  await ctx.tx.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
  ctx.log.info({ event: 'second_factor_off', userId }, 'two-step verification was turned off')
  return true
}
