import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Config } from '#server/core/config.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { personByEmail } from './find-person.ts'
import { passwordChanged } from './messages.ts'
import { makeToken, redeemToken, voidTokens } from './one-time-token.ts'
import { assertStrongEnough, hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** What is needed to act for the portal itself. */
interface Acting {
  transact<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/**
 * Where there is no admin: makes the configured one, or else gives a one-time link to make one (decisions.md §5).
 */
export async function makeFirstAdmin(acting: Acting, config: Config): Promise<string | undefined> {
  if (await acting.transact(hasAdmin)) return undefined
  if (config.firstAdmin !== undefined) {
    await makeAdmin(acting, config.firstAdmin.email, config.firstAdmin.password)
    return undefined
  }
  return acting.transact(async (ctx) => {
    const token = await makeToken(ctx, 'set_up', null)
    return `${config.publicUrl}/set-up?token=${encodeURIComponent(token)}`
  })
}

/**
 * Makes an administrator of an address: a new account, or the one it has, with this password. Says whether logging in takes a
 * second step too, as before.
 */
export async function makeAdmin(
  acting: Acting,
  email: string,
  password: string,
): Promise<{ hasSecondStep: boolean }> {
  const passwordHash = await hashPassword(password)
  return acting.transact((ctx) =>
    writeAdmin(ctx, { email, name: email.split('@')[0] ?? email, passwordHash }),
  )
}

/** Makes the first administrator by the one-time link. Refuses 422 `invalid_token`, and 409 when there is one. */
export async function setUp(
  steps: Steps,
  given: { token: string; name: string; email: string; password: string },
) {
  await assertStrongEnough(steps, given.password, given)
  const passwordHash = await hashPassword(given.password)
  return steps.transact(async (ctx) => {
    await redeemToken(ctx, ['set_up'], given.token)
    if (await hasAdmin(ctx)) throw new AppError('wrong_state', 'There is an administrator already.')
    await writeAdmin(ctx, { ...given, passwordHash })
    return { message: 'The administrator was made. Please log in.' }
  })
}

async function hasAdmin(ctx: Ctx): Promise<boolean> {
  const active = and(eq(users.role, 'admin'), isNull(users.disabledAt))
  const [row] = await ctx.tx.select({ count: countAll }).from(users).where(active)
  return (row?.count ?? 0) > 0
}

/**
 * Whoever starts the portal or holds its one-time link vouches for the address: it counts as confirmed. Of an account that is
 * there, nothing that the earlier password opened stays open, and its person is told.
 */
async function writeAdmin(
  ctx: Ctx,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
) {
  const known = await personByEmail(ctx, email)
  const change = { role: 'admin', passwordHash, emailVerifiedAt: ctx.now, disabledAt: null } as const
  if (known !== undefined) {
    await voidTokens(ctx, known.id)
    await ctx.tx.update(users).set(change).where(eq(users.id, known.id))
    await endSessions(ctx, known.id)
    await tell(ctx, [known.id], passwordChanged(ctx, known.email))
    return { hasSecondStep: known.secondFactorSince !== null }
  }
  await ctx.tx.insert(users).values({ id: ctx.newId(), email, name, createdAt: ctx.now, ...change })
  return { hasSecondStep: false }
}
