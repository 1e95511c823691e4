import { eq } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { knownTopics } from '#server/features/settings/known-topics.ts'

/** One's own topics, as chosen from the conference's or as an invitation named them. */
export async function readTopics(ctx: Ctx) {
  const [row] = await ctx.tx
    .select({ topics: users.topics })
    .from(users)
    .where(eq(users.id, personOf(ctx).userId))
  if (row === undefined) throw notFound('That account')
  return row
}

/** Sets one's own topics. Refuses 422 one that the conference does not have, but for those one has already. */
export async function saveTopics(ctx: Ctx, wanted: readonly string[]) {
  const { userId } = personOf(ctx)
  const [row] = await ctx.tx
    .select({ topics: users.topics })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (row === undefined) throw notFound('That account')
  const topics = await knownTopics(ctx, row.topics, wanted)
  await ctx.tx.update(users).set({ topics }).where(eq(users.id, userId))
  return { message: 'Topics saved.', topics }
}
