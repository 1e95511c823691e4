import { and, eq, isNull } from 'drizzle-orm'
import { AppError, sessionEnded } from '#server/core/app-error.ts'
import { personOf, type Steps } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import type { PersonRow } from './find-person.ts'
import { verifyPassword } from './passwords.ts'
import { countTry, forgetTries, limits } from './throttle.ts'
import { trying } from './trying.ts'

/**
 * The acting person, once they have given their password again (decisions.md §4: before e-mail, password or account
 * are changed). Else the refusal, 422 at the field `password`, with the try counted; throws 429 while they must wait.
 */
export async function withOwnPassword(steps: Steps, password: string): Promise<PersonRow | AppError> {
  const { userId } = personOf(steps)
  const key = `password:${userId}`
  const limit = limits.loginByAccount
  return trying(steps, { [key]: limit }, 'Too many attempts. Wait a moment and try again.', async () => {
    const [person] = await steps.alone((ctx) =>
      ctx.tx
        .select()
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.disabledAt))),
    )
    if (person === undefined) throw sessionEnded()
    const right = await verifyPassword(person.passwordHash, password)
    return steps.transact(async (ctx) => {
      if (!right) {
        await countTry(ctx, key, limit)
        ctx.log.warn({ event: 'password_wrong', userId }, 'a password asked for again was wrong')
        const message = 'Your current password is wrong.'
        return new AppError('invalid', message, [{ field: 'password', message }])
      }
      await forgetTries(ctx, key)
      return person
    })
  })
}
