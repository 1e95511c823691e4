import { eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { personOf, type Steps } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { codeKey } from './check-code.ts'
import { personByEmail, personById } from './find-person.ts'
import { deviceKeyOf } from './known-device.ts'
import { passwordChanged } from './messages.ts'
import { networkOf } from './network.ts'
import { holderOf, linkNotValid, redeemToken, voidTokens } from './one-time-token.ts'
import { lockedPerson, withOwnPassword } from './own-password.ts'
import { assertStrongEnough, hashPassword } from './passwords.ts'
import { resetLink } from './reset-link-kind.ts'
import { endSessions } from './sessions.ts'
import { assertNotThrottled, countTries, forgetTries, limits } from './throttle.ts'

/** portal.md §8; the same for an unknown address. */
const mailed = { message: 'Password reset email sent successfully!' }

const TOO_MANY_LINKS = 'Too many links were asked for from here.'

/**
 * Has a link to set a new password mailed, if the address has an account. Never tells which, neither by the answer nor by
 * its time: the same is written for every address, and the rest is a job's. Refuses 429.
 */
export async function forgotPassword(steps: Steps, email: string) {
  const key = `forgot-from:${networkOf(steps.origin.address)}`
  await steps.transact(async (ctx) => {
    await assertNotThrottled(ctx, [key], TOO_MANY_LINKS)
    await countTries(ctx, { [key]: limits.forgotByAddress }, TOO_MANY_LINKS)
    const person = await personByEmail(ctx, email)
    await ctx.jobs.enqueue(ctx.tx, resetLink, [{ userId: person?.id ?? null }])
  })
  return mailed
}

/**
 * Sets a new password, or a first one, by the mailed token, ends all sessions and tells the person. It shows the mail is theirs, so
 * the address counts as confirmed, and the device as known. Refuses 422 `invalid_token`, `weak_password`.
 */
export async function resetPassword(steps: Steps, token: string, password: string) {
  const holder = await steps.transact(async (ctx) => {
    const userId = await holderOf(ctx, token)
    return userId === undefined ? undefined : personById(ctx, userId)
  })
  await assertStrongEnough(steps, password, holder ?? {})
  const passwordHash = await hashPassword(password)
  const owner = await steps.transact(async (ctx) => {
    const { userId } = await redeemToken(ctx, ['reset_password', 'welcome'], token)
    const person = userId === null ? undefined : await personById(ctx, userId)
    if (person === undefined || person.disabledAt !== null) throw linkNotValid()
    await ctx.tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: person.emailVerifiedAt ?? ctx.now })
      .where(eq(users.id, person.id))
    await voidTokens(ctx, person.id)
    await endSessions(ctx, person.id)
    // Whoever guessed at the second step by the old password guesses no longer.
    for (const key of [`login:${person.email.toLowerCase()}`, codeKey(person.id)]) await forgetTries(ctx, key)
    await tell(ctx, [person.id], passwordChanged(ctx, person.email))
    ctx.log.info({ event: 'password_changed', userId: person.id }, 'a password was changed')
    return person.id
  })
  const device = deviceKeyOf(steps, owner, { id: steps.newId(), hasSecondStep: false })
  return { device, message: 'Your password was changed. Please log in.' }
}

/**
 * Changes one's own password and ends all other sessions, and links to a new address. Refuses 422 (a wrong one,
 * `weak_password`), 429, and 401 where a mailed link has set another meanwhile.
 */
export async function changePassword(steps: Steps, password: string, newPassword: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  await assertStrongEnough(steps, newPassword, person, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await steps.transact(async (ctx) => {
    await lockedPerson(ctx, person)
    await ctx.tx.update(users).set({ passwordHash }).where(eq(users.id, person.id))
    // Not those to choose a password, which went to the owner's mailbox: whoever knows the password would take them away by
    // changing it again and again.
    await voidTokens(ctx, person.id, 'change_email')
    await endSessions(ctx, person.id, personOf(ctx).sessionId)
    await tell(ctx, [person.id], passwordChanged(ctx, person.email))
    ctx.log.info({ event: 'password_changed', userId: person.id }, 'a password was changed')
  })
  return { message: 'Your password was changed; other sessions were ended.' }
}
