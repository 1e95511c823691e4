import { and, eq, isNull, or } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'

const ORGANISERS_MAX = 200

/** Everybody who decides: told of what waits for a decision. */
export async function adminIds(ctx: Ctx): Promise<string[]> {
  return idsOf(ctx, eq(users.role, 'admin'))
}

/** Everybody who may verify payments: admins and staff. */
export async function paymentDeskIds(ctx: Ctx): Promise<string[]> {
  return idsOf(ctx, or(eq(users.role, 'admin'), eq(users.isStaff, true)))
}

async function idsOf(ctx: Ctx, who: ReturnType<typeof or>): Promise<string[]> {
  const rows = await ctx.tx
    .select({ id: users.id })
    .from(users)
    .where(and(who, isNull(users.disabledAt)))
    .orderBy(users.id)
    .limit(ORGANISERS_MAX)
  return rows.map((row) => row.id)
}
