import { and, eq, isNull } from 'drizzle-orm'
import { AppError, sessionEnded } from '#server/core/app-error.ts'
import { type Ctx, personOf, type Steps } from '#server/core/ctx.ts'
import { sessions, users } from '#server/db/schema.ts'
import type { PersonRow } from './find-person.ts'
import { verifyPassword } from './passwords.ts'
import { limits } from './throttle.ts'
import { tryingSecret } from './trying.ts'

/**
 * The acting person, once they have given their password again (decisions.md §4: before e-mail, password or account
 * are changed). Else the refusal, 422 at the field `password`, with the try counted; throws 429 while they must wait.
 */
export async function withOwnPassword(steps: Steps, password: string): Promise<PersonRow | AppError> {
  const { userId } = personOf(steps)
  const key = `password:${userId}`
  return tryingSecret(steps, {
    limitsOf: { [key]: limits.loginByAccount },
    message: 'Too many attempts.',
    test: async () => {
      const [person] = await steps.alone((ctx) =>
        ctx.tx
          .select()
          .from(users)
          .where(and(eq(users.id, userId), isNull(users.disabledAt))),
      )
      if (person === undefined) throw sessionEnded()
      return (await verifyPassword(person.passwordHash, password)) ? person : undefined
    },
    wrong: (ctx) => {
      ctx.log.warn({ event: 'password_wrong', userId }, 'a password asked for again was wrong')
      return wrongPassword()
    },
    forgets: key,
  })
}

function wrongPassword(): AppError {
  const message = 'Your current password is wrong.'
  return new AppError('invalid', message, [{ field: 'password', message }])
}

/**
 * The acting person's row, locked until the transaction ends: of two deeds at once, the second finds what the first left. Asked
 * for before anything is written after a wait, such as the hashing of a password. Throws 401 where their session has ended
 * meanwhile, 422 where the password that they gave (`given`) is theirs no longer: whoever knows an old one undoes nothing of
 * what its owner did by the mailed link.
 */
export async function lockedPerson(ctx: Ctx, given?: Pick<PersonRow, 'passwordHash'>): Promise<PersonRow> {
  const { userId, sessionId } = personOf(ctx)
  const [person] = await ctx.tx.select().from(users).where(eq(users.id, userId)).for('update')
  // After the lock: whoever holds it until then may end the session.
  const [session] = await ctx.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  if (person === undefined || person.disabledAt !== null || session === undefined) throw sessionEnded()
  if (given !== undefined && given.passwordHash !== person.passwordHash) throw wrongPassword()
  return person
}
