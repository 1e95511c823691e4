import { and, inArray, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { countAll } from '#server/db/db.ts'
import { users } from '#server/db/schema.ts'
import type { markExperienced as contract } from '#shared/people/desk-contract.ts'

/** Marks reviewers as experienced, or takes the mark away. Refuses 404 when none of them reviews. */
export async function markExperienced(
  ctx: Ctx,
  { reviewerIds, experienced }: z.output<typeof contract.body>,
) {
  const theirs = and(anyOf(users.id, reviewerIds), inArray(users.role, ['reviewer', 'both']))
  const [found] = await ctx.tx.select({ count: countAll }).from(users).where(theirs)
  const count = found?.count ?? 0
  if (count === 0) throw notFound('That reviewer')
  const changed = await ctx.tx
    .update(users)
    .set({ isExperienced: experienced })
    .where(and(theirs, ne(users.isExperienced, experienced)))
    .returning({ id: users.id })
  const who = count === 1 ? '1 reviewer is' : `${count} reviewers are`
  return {
    message: `${who} ${experienced ? 'marked as experienced' : 'not marked as experienced any more'}.`,
    changed: changed.length,
  }
}
