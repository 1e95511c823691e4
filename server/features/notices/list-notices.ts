import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { both } from '#server/db/both.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { notices } from '#server/db/schema.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { type OpensByKind, opensFor } from './opens-for.ts'

/** One's own notifications, newest first, with how many are unread. */
export async function listNotices(ctx: Ctx, { limit, cursor }: PageQuery, kinds: OpensByKind) {
  const after = decodeCursor(cursor)
  const { userId, permissions } = personOf(ctx)
  const mine = eq(notices.userId, userId)
  const page = ctx.tx
    .select()
    .from(notices)
    .where(and(mine, beyond(after, notices.createdAt, notices.id)))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(limit + 1)
  const count = (of: SQL | undefined) => ctx.tx.select({ count: countAll }).from(notices).where(of)
  const [rows, [[total], [unread]]] = await both(
    ctx.tx,
    () => page,
    () =>
      both(
        ctx.tx,
        () => count(mine),
        () => count(and(mine, isNull(notices.readAt))),
      ),
  )
  const { items, ...more } = pageOf(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  return {
    items: items.map((row) => ({
      id: row.id,
      title: row.title,
      body: row.body,
      ts: toTimestamp(row.createdAt),
      read: row.readAt !== null,
      opens: opensFor(kinds.get(row.kind), permissions),
    })),
    count: total?.count ?? 0,
    unread: unread?.count ?? 0,
    ...more,
  }
}
