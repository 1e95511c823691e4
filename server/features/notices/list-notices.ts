import { and, desc, eq, isNull } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { notices } from '#server/db/schema.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'

/** One's own notifications, newest first, with how many are unread. */
export async function listNotices(ctx: Ctx, { limit, cursor }: PageQuery) {
  const after = decodeCursor(cursor)
  const mine = eq(notices.userId, personOf(ctx).userId)
  const rows = await ctx.tx
    .select()
    .from(notices)
    .where(and(mine, beyond(after, notices.createdAt, notices.id)))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(limit + 1)
  const [total] = await ctx.tx.select({ count: countAll }).from(notices).where(mine)
  const [unread] = await ctx.tx
    .select({ count: countAll })
    .from(notices)
    .where(and(mine, isNull(notices.readAt)))
  const { items, ...more } = pageOf(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  return {
    items: items.map((row) => ({
      id: row.id,
      title: row.title,
      body: row.body,
      ts: toTimestamp(row.createdAt),
      read: row.readAt !== null,
    })),
    count: total?.count ?? 0,
    unread: unread?.count ?? 0,
    ...more,
  }
}
