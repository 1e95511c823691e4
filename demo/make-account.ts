import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { createPerson } from '#server/features/people/register.ts'
import type { DemoPerson } from './people.ts'

/** Makes somebody's account, with their profile complete; gives its id. */
export async function makeAccount(ctx: Ctx, one: DemoPerson, passwordHash: string): Promise<string> {
  const { email, role, topics = [] } = one
  const id = await createPerson(ctx, { name: `${one.first} ${one.last}`, email, passwordHash, role, topics })
  if (id === undefined) throw new Error(`${email} is there twice`)
  const profile = { firstName: one.first, lastName: one.last, organization: one.organization }
  const change = { isStaff: one.staff ?? false, emailVerifiedAt: one.unverified ? null : ctx.now }
  await ctx.tx
    .update(users)
    .set({ ...profile, ...change })
    .where(eq(users.id, id))
  return id
}
