import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { passkeys } from '#server/db/schema.ts'
import { lockedPerson, withOwnPassword } from './own-password.ts'
import { wayEnded } from './second-factor.ts'

/**
 * Takes one of one's own passkeys away; with the last way two-step verification is off. Refuses 404, 422 (a wrong
 * password), 429.
 */
export async function removePasskey(steps: Steps, passkeyId: string, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  return steps.transact(async (ctx) => {
    await lockedPerson(ctx, person)
    const [removed] = await ctx.tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, person.id)))
      .returning({ name: passkeys.name })
    if (removed === undefined) throw notFound('That passkey')
    return wayEnded(ctx, `the passkey “${removed.name}”`)
  })
}
