import { and, desc, inArray, notInArray, type SQL } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { submissions } from '#server/db/schema.ts'
import { deadlinesFor, hasPassed } from '#server/features/settings/deadline.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { endedStages } from '#shared/submissions/states.ts'
import { own } from './access.ts'
import { factsOf } from './facts.ts'
import { partsOf } from './received.ts'
import { abstractItem } from './view.ts'

/** One's own submissions still on their way (portal.md §4: a complete or declined one leaves Ongoing). */
export async function listOngoing(ctx: Ctx, page: PageQuery) {
  return listOwn(ctx, page, notInArray(submissions.stage, [...endedStages]))
}

/** One's own submissions that ended. */
export async function listCompleted(ctx: Ctx, page: PageQuery) {
  return listOwn(ctx, page, inArray(submissions.stage, [...endedStages]))
}

async function listOwn(ctx: Ctx, { limit, cursor }: PageQuery, which: SQL) {
  const after = decodeCursor(cursor)
  const mine = and(own(ctx), which)
  const rows = await ctx.tx
    .select()
    .from(submissions)
    .where(and(mine, beyond(after, submissions.updatedAt, submissions.id)))
    .orderBy(desc(submissions.updatedAt), desc(submissions.id))
    .limit(limit + 1)
  const [total] = await ctx.tx.select({ count: countAll }).from(submissions).where(mine)
  const { items, ...more } = pageOf(rows, limit, (row) => ({ at: row.updatedAt, id: row.id }))
  const facts = await factsOf(
    ctx,
    items.map((row) => row.id),
  )
  const deadlines = await deadlinesFor(ctx, personOf(ctx).userId)
  const newAbstracts = deadlines.deadline.abstract
  const parts = await partsOf(ctx, items)
  return {
    abstracts: items.map((row) => abstractItem(ctx, row, facts, deadlines, parts.get(row.id) ?? null)),
    count: total?.count ?? 0,
    newAbstractUntil: newAbstracts === null ? null : toTimestamp(newAbstracts),
    newAbstractOpen: !hasPassed(deadlines.closes.abstract, ctx.now),
    ...more,
  }
}
