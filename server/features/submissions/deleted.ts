import { and, eq, gt, isNotNull, lte } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { submissions, users } from '#server/db/schema.ts'
import { latest, walkBy } from '#server/db/sort.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS } from '#shared/core/calendar.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { listDeleted as contract } from '#shared/submissions/deleted-contract.ts'
import { abstractStatusOf, paperStatusOf } from '#shared/submissions/states.ts'
import { factsOf, versionsIn } from './facts.ts'
import { found } from './search.ts'

/** Who deleted before this moment, or at it, has had `restoreDays`: the submission can be restored no longer. */
async function restorableSince(ctx: Ctx): Promise<Date> {
  const { restoreDays } = await settingsOf(ctx.tx)
  return new Date(ctx.now.getTime() - restoreDays * DAY_MS)
}

/** Deleted submissions that can be restored. */
export const restorable = async (ctx: Ctx) => gt(submissions.deletedAt, await restorableSince(ctx))

/** Deleted submissions that are to go for good. */
export const forgotten = async (ctx: Ctx) => lte(submissions.deletedAt, await restorableSince(ctx))

/** Why a deleted submission cannot be restored although there is time; null: it can. */
export function whyNotRestored(author: { deletedAt: Date | null }): string | null {
  return author.deletedAt === null ? null : 'Its author has deleted their account.'
}

const orders = { deleted: latest(submissions.deletedAt, submissions.id) }

/** Deleted submissions that can still be restored, the last deleted first. */
export async function listDeleted(ctx: Ctx, { limit, cursor, q }: z.output<typeof contract.query>) {
  const walk = walkBy(orders, undefined, cursor)
  const all = and(
    isNotNull(submissions.deletedAt),
    await restorable(ctx),
    q ? found(q, 'abstracts') : undefined,
  )
  const rows = await ctx.tx
    .select({
      s: submissions,
      author: { name: users.name, email: users.email, organization: users.organization },
      authorDeletedAt: users.deletedAt,
      place: walk.place,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(and(all, walk.beyond))
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const [total] = await ctx.tx.select({ count: countAll }).from(submissions).where(all)
  const { items, ...more } = walk.pageOf(rows, limit)
  const facts = await factsOf(
    ctx,
    items.map(({ s }) => s.id),
  )
  const { restoreDays } = await settingsOf(ctx.tx)
  return {
    items: items.map(({ s, author, authorDeletedAt }) => {
      const deletedAt = s.deletedAt ?? ctx.now
      return {
        abstractId: s.id,
        paperId: s.paperRound > 0 ? s.paperId : null,
        title: s.title,
        fileName: versionsIn(facts, s.id, 'abstract').at(-1)?.fileName ?? 'abstract.pdf',
        author,
        status: abstractStatusOf[s.stage],
        paperStatus: paperStatusOf[s.stage],
        deletedAt: toTimestamp(deletedAt),
        until: toTimestamp(new Date(deletedAt.getTime() + restoreDays * DAY_MS)),
        problem: whyNotRestored({ deletedAt: authorDeletedAt }),
      }
    }),
    count: total?.count ?? 0,
    ...more,
  }
}
