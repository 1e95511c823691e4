import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { hold } from '#server/db/hold.ts'
import { users } from '#server/db/schema.ts'

/**
 * Has all who may take an administrator away do so one after the other; asked for before any row is locked. Of two who take
 * each other's role at once, the second finds what the first left.
 */
export const holdAdmins = (ctx: Ctx): Promise<void> => hold(ctx.tx, 'administrators')

/** Refuses 409 where nobody else could administer the portal. The caller holds the administrators. */
export async function assertAnotherAdmin(ctx: Ctx, userId: string): Promise<void> {
  if (!(await isAnotherAdmin(ctx, userId))) {
    throw new AppError('wrong_state', 'This is the last administrator. Make somebody else one first.')
  }
}

/** Whether somebody else can administer the portal: whoever has not confirmed their address cannot log in. */
export async function isAnotherAdmin(ctx: Ctx, userId: string): Promise<boolean> {
  const others = and(
    eq(users.role, 'admin'),
    isNull(users.disabledAt),
    isNotNull(users.emailVerifiedAt),
    ne(users.id, userId),
  )
  const [row] = await ctx.tx.select({ count: countAll }).from(users).where(others)
  return (row?.count ?? 0) > 0
}
