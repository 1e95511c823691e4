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

/** Marks all of one's own notifications as read. */
export async function markAllRead(ctx: Ctx) {
  await ctx.tx
    .update(notices)
    .set({ readAt: ctx.now })
    .where(and(eq(notices.userId, personOf(ctx).userId), isNull(notices.readAt)))
  return { message: 'All marked as read.' }
}
