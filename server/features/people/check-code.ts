import { and, eq, isNull, lt } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { decrypt } from '#server/core/sealing.ts'
import { countAll } from '#server/db/db.ts'
import { recoveryCodes, secondFactors } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { plainPin } from './pin.ts'
import { hashCode } from './recovery-codes.ts'
import { recoveryCodeUsed } from './second-factor-messages.ts'
import { assertNotThrottled, countTries, forgetTries, limits } from './throttle.ts'
import { stepOf } from './totp.ts'

type Factor = typeof secondFactors.$inferSelect

export const TOO_MANY = 'Too many wrong codes.'

/**
 * The counter of somebody's tries at the second step, whatever the way. A device where they took that step before has one of
 * its own, so that nobody who knows their password keeps them out of it.
 */
export const codeKey = (userId: string, device?: string) =>
  device === undefined ? `code:${userId}` : `code-device:${device}`

/**
 * Takes a code of somebody's app, or one of their recovery codes; each is good once. Of an app that is being set up
 * (`begun`) it takes the app's alone. Gives the refusal of any other, 422 at the field `code`, with the try counted;
 * throws 429 while they must wait.
 */
export async function checkCode(
  steps: Steps,
  userId: string,
  typed: string,
  of: 'begun' | 'in force' = 'in force',
  key = codeKey(userId),
): Promise<AppError | undefined> {
  const factor = await steps.transact(async (ctx) => {
    await assertNotThrottled(ctx, [key], TOO_MANY)
    const [row] = await ctx.tx.select().from(secondFactors).where(eq(secondFactors.userId, userId))
    return row
  })
  const code = plainPin(typed)
  const isOfApp = /^\d{6}$/.test(code)
  // Slow, and therefore in no transaction.
  const isRecovery = factor !== undefined && !isOfApp && of === 'in force'
  const hash = isRecovery ? await hashCode(code, factor.salt) : undefined
  return steps.transact(async (ctx) => {
    // Others were wrong meanwhile: then this one is not heard.
    await assertNotThrottled(ctx, [key], TOO_MANY)
    const taken =
      factor !== undefined &&
      (hash === undefined ? await takeStep(ctx, factor, code, of) : await takeRecoveryCode(ctx, userId, hash))
    if (taken) {
      await forgetTries(ctx, key)
      return undefined
    }
    await countTries(ctx, { [key]: limits.code }, TOO_MANY)
    ctx.log.warn({ event: 'code_refused', userId }, 'a code of two-step verification was refused')
    const message = 'This code is not right, or was used already. Enter the newest one that your app shows.'
    return new AppError('invalid', message, [{ field: 'code', message }])
  })
}

/** Neither the code of this step nor an older one is taken again (RFC 6238 §5.2): of two at once, one. */
async function takeStep(ctx: Ctx, factor: Factor, code: string, of: 'begun' | 'in force'): Promise<boolean> {
  if (factor.sealed === null || (factor.appSince === null) !== (of === 'begun')) return false
  const secret = decrypt(ctx.secrets.secondFactor, factor.userId, factor.sealed)
  const step = stepOf(secret, code, ctx.now)
  if (step === undefined) return false
  const taken = await ctx.tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, factor.userId),
        eq(secondFactors.sealed, factor.sealed),
        lt(secondFactors.lastStep, step),
      ),
    )
    .returning({ userId: secondFactors.userId })
  return taken.length > 0
}

async function takeRecoveryCode(ctx: Ctx, userId: string, hash: string): Promise<boolean> {
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const taken = await ctx.tx
    .update(recoveryCodes)
    .set({ usedAt: ctx.now })
    .where(and(unused, eq(recoveryCodes.hash, hash)))
    .returning({ hash: recoveryCodes.hash })
  if (taken.length === 0) return false
  const [left] = await ctx.tx.select({ count: countAll }).from(recoveryCodes).where(unused)
  await tell(ctx, [userId], recoveryCodeUsed(ctx, left?.count ?? 0))
  return true
}
