import { and, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { notices } from '#server/db/schema.ts'

/** Marks one of one's own notifications as read; reading it again changes nothing. Refuses 404. */
export async function markRead(ctx: Ctx, id: string) {
  const read = await ctx.tx
    .update(notices)
    .set({ readAt: sql`coalesce(${notices.readAt}, ${ctx.now.toISOString()}::timestamptz)` })
    .where(and(eq(notices.id, id), eq(notices.userId, personOf(ctx).userId)))
    .returning({ id: notices.id })
  if (read.length === 0) throw notFound('That notification')
  return { message: 'Marked as read.' }
}

/**
 * Marks all of one's own notifications as read; `upTo` is the newest of those that were seen, where that is said: what came since
 * stays unread.
 */
export async function markAllRead(ctx: Ctx, upTo?: string) {
  const mine = eq(notices.userId, personOf(ctx).userId)
  const seen =
    upTo === undefined
      ? undefined
      : sql`(${notices.createdAt}, ${notices.id}) <= (select n.created_at, n.id from notices n
          where n.id = ${upTo}::uuid and n.user_id = ${notices.userId})`
  await ctx.tx
    .update(notices)
    .set({ readAt: ctx.now })
    .where(and(mine, isNull(notices.readAt), seen))
  return { message: 'All marked as read.' }
}
