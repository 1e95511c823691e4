import { and, eq, isNull } from 'drizzle-orm'
import { AppError, sessionEnded } from '#server/core/app-error.ts'
import { personOf, type Steps } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import type { PersonRow } from './find-person.ts'
import { verifyPassword } from './passwords.ts'
import { assertNotThrottled, countTry, forgetTries, limits } from './throttle.ts'

/**
 * The acting person, once they have given their password again (decisions.md §4: before e-mail, password or account
 * are changed). Else the refusal, 422 at the field `password`, with the try counted; throws 429 while they must wait.
 */
export async function withOwnPassword(steps: Steps, password: string): Promise<PersonRow | AppError> {
  const { userId } = personOf(steps)
  const key = `password:${userId}`
  const person = await steps.transact(async (ctx) => {
    await assertNotThrottled(ctx, [key], 'Too many attempts. Wait a moment and try again.')
    const [found] = await ctx.tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.disabledAt)))
    if (found === undefined) throw sessionEnded()
    return found
  })
  const right = await verifyPassword(person.passwordHash, password)
  return steps.transact(async (ctx) => {
    if (!right) {
      await countTry(ctx, key, limits.loginByAccount)
      ctx.log.warn({ event: 'password_wrong', userId }, 'a password asked for again was wrong')
      const message = 'Your current password is wrong.'
      return new AppError('invalid', message, [{ field: 'password', message }])
    }
    await forgetTries(ctx, key)
    return person
  })
}
