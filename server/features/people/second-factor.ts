import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf, type Steps } from '#server/core/ctx.ts'
import { encrypt } from '#server/core/sealing.ts'
import { countAll } from '#server/db/db.ts'
import { recoveryCodes, secondFactors, users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { checkCode } from './check-code.ts'
import { type PersonRow, personById } from './find-person.ts'
import { withOwnPassword } from './own-password.ts'
import { hashCode, newRecoveryCodes } from './recovery-codes.ts'
import { recoveryCodesRenewed, secondFactorOff, secondFactorOn } from './second-factor-messages.ts'
import { endSessions } from './sessions.ts'
import { addressOf, newSecret } from './totp.ts'

const isOn = () => new AppError('wrong_state', 'Two-step verification is on already.')
const isOff = () => new AppError('wrong_state', 'Two-step verification is not on.')

/** Whether one's own log-in asks for a code, and how many recovery codes are left. */
export async function readSecondFactor(ctx: Ctx) {
  const { userId } = personOf(ctx)
  const person = await personById(ctx, userId)
  const [left] = await ctx.tx
    .select({ count: countAll })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  const since = person?.secondFactorSince ?? null
  return { since: since === null ? null : toTimestamp(since), recoveryCodesLeft: left?.count ?? 0 }
}

/**
 * Makes a secret for an authenticator app, in place of one that was never confirmed. Refuses 422 (a wrong password),
 * 409 where two-step verification is on, 429.
 */
export async function startSecondFactor(steps: Steps, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  const key = newSecret(steps.randomBytes)
  const row = {
    sealed: encrypt(steps.secrets.secondFactor, person.id, key, steps.randomBytes),
    salt: steps.randomBytes(16).toString('base64url'),
    lastStep: 0,
    startedAt: steps.now,
  }
  return steps.transact(async (ctx) => {
    const now = await lockedPerson(ctx)
    if (now.secondFactorSince !== null) return isOn()
    await ctx.tx
      .insert(secondFactors)
      .values({ userId: person.id, ...row })
      .onConflictDoUpdate({ target: secondFactors.userId, set: row })
    const { conferenceName } = await settingsOf(ctx.tx)
    return { key, uri: addressOf(key, conferenceName, person.email) }
  })
}

/** Turns it on by a first code. Refuses 422 (a wrong code), 409 where nothing was begun or it is on, 429. */
export async function confirmSecondFactor(steps: Steps, code: string) {
  const { userId, sessionId } = personOf(steps)
  const begun = await steps.transact(async (ctx) => {
    const person = await personById(ctx, userId)
    return person?.secondFactorSince === null ? factorOf(ctx, userId) : undefined
  })
  if (begun === undefined) return new AppError('wrong_state', 'Begin to set two-step verification up first.')
  const refusal = await checkCode(steps, userId, code)
  if (refusal !== undefined) return refusal
  const codes = await codesFor(steps, begun.salt)
  return steps.transact(async (ctx) => {
    // Of two at once, or of a set-up that was begun anew meanwhile, one finds it as it was.
    const turned = await ctx.tx
      .update(users)
      .set({ secondFactorSince: ctx.now })
      .where(and(eq(users.id, userId), isNull(users.secondFactorSince)))
      .returning({ id: users.id })
    if (turned.length === 0 || (await factorOf(ctx, userId))?.sealed !== begun.sealed) throw isOn()
    await putCodes(ctx, userId, codes.hashes)
    await endSessions(ctx, userId, sessionId)
    await tell(ctx, [userId], secondFactorOn(ctx))
    ctx.log.info({ event: 'second_factor_on', userId }, 'two-step verification was turned on')
    const message = 'Two-step verification is on. Other sessions were ended.'
    return { message, recoveryCodes: codes.plain }
  })
}

/** Makes new recovery codes in place of all earlier ones. Refuses 422 (a wrong password), 409 where it is off, 429. */
export async function renewRecoveryCodes(steps: Steps, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  const factor = await steps.transact((ctx) => factorOf(ctx, person.id))
  if (factor === undefined || person.secondFactorSince === null) return isOff()
  const codes = await codesFor(steps, factor.salt)
  return steps.transact(async (ctx) => {
    const now = await lockedPerson(ctx)
    if (now.secondFactorSince === null || (await factorOf(ctx, person.id))?.salt !== factor.salt)
      return isOff()
    await ctx.tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, person.id))
    await putCodes(ctx, person.id, codes.hashes)
    await tell(ctx, [person.id], recoveryCodesRenewed(ctx))
    return { message: 'These take the place of all earlier recovery codes.', recoveryCodes: codes.plain }
  })
}

/** Turns it off. Refuses 422 (a wrong password), 409 where it is off, 429. */
export async function endSecondFactor(steps: Steps, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  return steps.transact(async (ctx) => {
    if (!(await removeSecondFactor(ctx, person.id))) return isOff()
    await tell(ctx, [person.id], secondFactorOff(ctx))
    return { message: 'Two-step verification is off.' }
  })
}

/** Takes away what a person's codes are made of; whether they had two-step verification. */
export async function removeSecondFactor(ctx: Ctx, userId: string): Promise<boolean> {
  const person = await personById(ctx, userId)
  await ctx.tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  const wasOn = person !== undefined && person.secondFactorSince !== null
  if (!wasOn) return false
  await ctx.tx.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
  ctx.log.info({ event: 'second_factor_off', userId }, 'two-step verification was turned off')
  return true
}

async function lockedPerson(ctx: Ctx): Promise<PersonRow> {
  const [row] = await ctx.tx
    .select()
    .from(users)
    .where(eq(users.id, personOf(ctx).userId))
    .for('update')
  if (row === undefined) throw new Error('the acting person has no row')
  return row
}

async function factorOf(ctx: Ctx, userId: string) {
  const [row] = await ctx.tx.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row
}

async function codesFor(steps: Steps, salt: string) {
  const plain = newRecoveryCodes(steps.randomBytes)
  return { plain, hashes: await Promise.all(plain.map((code) => hashCode(code, salt))) }
}

async function putCodes(ctx: Ctx, userId: string, hashes: readonly string[]): Promise<void> {
  await ctx.tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}
