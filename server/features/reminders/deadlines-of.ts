import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { deadlineExtensions } from '#server/db/schema.ts'
import { type Deadlines, deadlinesUnder } from '#server/features/settings/deadline.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { Settings } from '#shared/settings/contract.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'

/** One person's deadlines, and when those that are personal were given: the person was told on that day. */
interface ToldDeadlines extends Deadlines {
  givenAt: Partial<Record<DeadlineKind, Date>>
}

/** Anybody's deadlines, by their id. */
export type DeadlinesOf = (userId: string) => ToldDeadlines

/** Reads everybody's personal deadlines in one query, or those of one person alone. */
export async function everybodysDeadlines(ctx: Ctx, settings: Settings, only?: string): Promise<DeadlinesOf> {
  const rows = await ctx.tx
    .select()
    .from(deadlineExtensions)
    .where(only === undefined ? undefined : eq(deadlineExtensions.userId, only))
  const extensions = groupBy(rows, ({ userId }) => userId)
  const common = { ...deadlinesUnder(settings, {}), givenAt: {} }
  return (userId) => {
    const own = extensions.get(userId)
    if (own === undefined) return common
    const until = Object.fromEntries(own.map((one) => [one.deadline, one.until]))
    const givenAt = Object.fromEntries(own.map((one) => [one.deadline, one.grantedAt]))
    return { ...deadlinesUnder(settings, until), givenAt }
  }
}

/** Since when somebody knows of a thing to do and of its deadline. */
export function knownSince(since: string, givenAt: Date | undefined): Date {
  const begun = new Date(since)
  return givenAt !== undefined && givenAt > begun ? givenAt : begun
}
