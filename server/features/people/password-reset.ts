import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { personOf, type Steps } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { tell } from '#server/features/notices/tell.ts'
import { personByEmail, personById } from './find-person.ts'
import { passwordChanged, resetYourPassword } from './messages.ts'
import { lastTokenAt, makeToken, redeemToken, voidTokens } from './one-time-token.ts'
import { withOwnPassword } from './own-password.ts'
import { assertStrongEnough, hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { forgetTries, limits } from './throttle.ts'

/** portal.md §8; the same for an unknown address. */
const mailed = { message: 'Password reset email sent successfully!' }

/** Mails a link to set a new password, if the address has an account; at most one a minute. Never tells which. */
export async function forgotPassword(steps: Steps, email: string) {
  await steps.transact(async (ctx) => {
    const person = await personByEmail(ctx, email)
    if (person === undefined || person.disabledAt !== null) return
    const last = await lastTokenAt(ctx, 'reset_password', person.id)
    if (last !== undefined && ctx.now.getTime() - last.getTime() < limits.mail.windowMs) return
    const token = await makeToken(ctx, 'reset_password', person.id)
    await queueMail(ctx, { address: person.email, name: person.name }, resetYourPassword(ctx, token))
  })
  return mailed
}

/**
 * Sets a new password, or a first one, by the mailed token, ends all sessions and tells the person. It shows the mail is theirs, so
 * the address counts as confirmed. Refuses 422 `invalid_token`, `weak_password`.
 */
export async function resetPassword(steps: Steps, token: string, password: string) {
  assertStrongEnough(password)
  const passwordHash = await hashPassword(password)
  await steps.transact(async (ctx) => {
    const { userId } = await redeemToken(ctx, ['reset_password', 'welcome'], token)
    const person = userId === null ? undefined : await personById(ctx, userId)
    if (person === undefined) throw new AppError('invalid_token', 'This link is not valid any more.')
    await ctx.tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: person.emailVerifiedAt ?? ctx.now })
      .where(eq(users.id, person.id))
    await voidTokens(ctx, person.id)
    await endSessions(ctx, person.id)
    await forgetTries(ctx, `login:${person.email.toLowerCase()}`)
    await tell(ctx, [person.id], passwordChanged(ctx, person.email))
  })
  return { message: 'Your password was changed. Please log in.' }
}

/** Changes one's own password and ends all other sessions. Refuses 422 (a wrong one, `weak_password`), 429. */
export async function changePassword(steps: Steps, password: string, newPassword: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  assertStrongEnough(newPassword, person)
  const passwordHash = await hashPassword(newPassword)
  await steps.transact(async (ctx) => {
    await ctx.tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, person.id), isNull(users.disabledAt)))
    await voidTokens(ctx, person.id)
    await endSessions(ctx, person.id, personOf(ctx).sessionId)
    await tell(ctx, [person.id], passwordChanged(ctx, person.email))
  })
  return { message: 'Your password was changed; other sessions were ended.' }
}
