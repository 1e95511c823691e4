import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf, type Steps } from '#server/core/ctx.ts'
import { encrypt } from '#server/core/sealing.ts'
import { countAll } from '#server/db/db.ts'
import { recoveryCodes, secondFactors } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { type Timestamp, toTimestamp } from '#shared/core/timestamp.ts'
import { checkCode } from './check-code.ts'
import { type PersonRow, personById } from './find-person.ts'
import { lockedPerson, withOwnPassword } from './own-password.ts'
import { recoveryCodesRenewed, wayAdded, wayRemoved } from './second-factor-messages.ts'
import {
  codesFor,
  factorOf,
  newSalt,
  passkeysOf,
  replaceCodes,
  turnOffIfLast,
  turnOn,
} from './second-factor-rows.ts'
import { addressOf, newSecret } from './totp.ts'

const APP = 'an authenticator app'
const hasApp = () => new AppError('wrong_state', 'An authenticator app is set up already.')
/** To who confirms it once more, as where the answer, with the recovery codes in it, was lost. */
const isOnAlready = () =>
  new AppError('wrong_state', 'It is on already. If you did not see recovery codes, make new ones.')
const hasNoApp = () => new AppError('wrong_state', 'No authenticator app is set up.')
export const changedMeanwhile = () =>
  new AppError('wrong_state', 'Something changed meanwhile. Please try again.')
const isOff = () => new AppError('wrong_state', 'Two-step verification is not on.')

/** Whether one's own log-in asks for a second step, by which ways, and how many recovery codes are left. */
export async function readSecondFactor(ctx: Ctx) {
  const { userId } = personOf(ctx)
  const person = await personById(ctx, userId)
  const factor = await factorOf(ctx, userId)
  const [left] = await ctx.tx
    .select({ count: countAll })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return {
    since: orNull(person?.secondFactorSince),
    appSince: orNull(factor?.appSince),
    passkeys: (await passkeysOf(ctx, userId)).map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      addedAt: toTimestamp(createdAt),
      usedAt: orNull(usedAt),
    })),
    recoveryCodesLeft: left?.count ?? 0,
  }
}

const orNull = (at: Date | null | undefined): Timestamp | null => (at ? toTimestamp(at) : null)

/**
 * Makes a secret for an authenticator app, in place of one that was never confirmed. Refuses 422 (a wrong password),
 * 409 where there is an app, 429.
 */
export async function startSecondFactor(steps: Steps, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  const key = newSecret(steps.randomBytes)
  const app = {
    sealed: encrypt(steps.secrets.secondFactor, person.id, key, steps.randomBytes),
    lastStep: 0,
    startedAt: steps.now,
  }
  const salt = newSalt(steps)
  return steps.transact(async (ctx) => {
    const now = await lockedPerson(ctx, person)
    const known = await factorOf(ctx, person.id)
    if (known?.appSince) return hasApp()
    // Recovery codes that there are hang on their salt.
    const row = now.secondFactorSince === null ? { ...app, salt } : app
    await ctx.tx
      .insert(secondFactors)
      .values({ userId: person.id, salt, ...app })
      .onConflictDoUpdate({ target: secondFactors.userId, set: row })
    const { conferenceName } = await settingsOf(ctx.tx)
    return { key, uri: addressOf(key, conferenceName, person.email) }
  })
}

/**
 * Takes the app by a first code, and turns two-step verification on where it is the first way. Refuses 422 (a wrong
 * code), 409 where nothing was begun or there is an app, 429.
 */
export async function confirmSecondFactor(steps: Steps, code: string) {
  const { userId } = personOf(steps)
  const { begun, isOn, isFirst } = await steps.transact(async (ctx) => {
    const factor = await factorOf(ctx, userId)
    const isBegun = factor !== undefined && factor.sealed !== null && factor.appSince === null
    const person = await personById(ctx, userId)
    return {
      begun: isBegun ? factor : undefined,
      isOn: (factor?.appSince ?? null) !== null,
      isFirst: person?.secondFactorSince === null,
    }
  })
  if (isOn) return isOnAlready()
  if (begun === undefined) return new AppError('wrong_state', 'Begin to set an authenticator app up first.')
  const refusal = await checkCode(steps, userId, code, 'begun')
  if (refusal !== undefined) return refusal
  const codes = isFirst ? await codesFor(steps, begun.salt) : undefined
  return steps.transact(async (ctx) => {
    const person = await lockedPerson(ctx)
    // Of two at once, or of a set-up that was begun anew meanwhile, one finds it as it was.
    const taken = await ctx.tx
      .update(secondFactors)
      .set({ appSince: ctx.now })
      .where(
        and(
          eq(secondFactors.userId, userId),
          eq(secondFactors.sealed, begun.sealed ?? ''),
          isNull(secondFactors.appSince),
        ),
      )
      .returning({ userId: secondFactors.userId })
    if (taken.length === 0) throw hasApp()
    return wayTaken(ctx, person, APP, codes)
  })
}

/**
 * What follows once a way is there: two-step verification is on with the first, for which recovery codes were made, and
 * the person, whose row is locked, is told. Throws 409 where the other ways went while there were no codes yet.
 */
export async function wayTaken(
  ctx: Ctx,
  person: PersonRow,
  what: string,
  codes: { plain: string[]; hashes: readonly string[] } | undefined,
) {
  if (codes === undefined && person.secondFactorSince === null) throw changedMeanwhile()
  if (codes !== undefined && (await turnOn(ctx, codes.hashes))) {
    const message = 'Two-step verification is on. Other sessions were ended.'
    return { message, recoveryCodes: codes.plain }
  }
  await tell(ctx, [personOf(ctx).userId], wayAdded(ctx, what))
  return { message: 'Added.', recoveryCodes: [] }
}

/** Makes new recovery codes in place of all earlier ones. Refuses 422 (a wrong password), 409 where it is off, 429. */
export async function renewRecoveryCodes(steps: Steps, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  const factor = await steps.transact((ctx) => factorOf(ctx, person.id))
  if (factor === undefined || person.secondFactorSince === null) return isOff()
  const codes = await codesFor(steps, factor.salt)
  return steps.transact(async (ctx) => {
    const now = await lockedPerson(ctx, person)
    if (now.secondFactorSince === null || (await factorOf(ctx, person.id))?.salt !== factor.salt)
      return isOff()
    await replaceCodes(ctx, person.id, codes.hashes)
    await tell(ctx, [person.id], recoveryCodesRenewed(ctx))
    return { message: 'These take the place of all earlier recovery codes.', recoveryCodes: codes.plain }
  })
}

/** Takes the app away; without a passkey it is off then. Refuses 422 (a wrong password), 409 where there is none, 429. */
export async function endSecondFactor(steps: Steps, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  return steps.transact(async (ctx) => {
    await lockedPerson(ctx, person)
    const ended = await ctx.tx
      .update(secondFactors)
      .set({ sealed: null, appSince: null })
      .where(and(eq(secondFactors.userId, person.id), isNotNull(secondFactors.appSince)))
      .returning({ userId: secondFactors.userId })
    if (ended.length === 0) return hasNoApp()
    return wayEnded(ctx, APP)
  })
}

/** What follows once a way is gone: two-step verification is off with the last, and the person is told. */
export async function wayEnded(ctx: Ctx, what: string) {
  const { userId } = personOf(ctx)
  if (await turnOffIfLast(ctx, userId)) return { message: 'Two-step verification is off.' }
  await tell(ctx, [userId], wayRemoved(ctx, what))
  return { message: 'Removed.' }
}
