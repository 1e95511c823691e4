import type { Ctx } from '#server/core/ctx.ts'
import { deadlineExtensions } from '#server/db/schema.ts'
import { type Deadlines, deadlinesUnder } from '#server/features/settings/deadline.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** Anybody's deadlines, by their id. */
export type DeadlinesOf = (userId: string) => Deadlines

/** Reads everybody's personal deadlines in one query. */
export async function everybodysDeadlines(ctx: Ctx, settings: Settings): Promise<DeadlinesOf> {
  const extensions = groupBy(await ctx.tx.select().from(deadlineExtensions), ({ userId }) => userId)
  const common = deadlinesUnder(settings, {})
  return (userId) => {
    const own = extensions.get(userId)
    if (own === undefined) return common
    return deadlinesUnder(settings, Object.fromEntries(own.map(({ deadline, until }) => [deadline, until])))
  }
}
