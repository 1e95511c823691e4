import { eq, sql } from 'drizzle-orm'
import { tooMany } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { prepared } from '#server/db/prepared.ts'
import { throttles } from '#server/db/schema.ts'

/** How many tries are free within a window; after that every further one waits, longer each time, never for good. */
export interface Limit {
  free: number
  windowMs: number
  /** The wait after the first try too many; doubled with each further one, up to the window. */
  waitMs: number
}

const triesOf = prepared((db) =>
  db
    .select()
    .from(throttles)
    .where(sql`${throttles.key} = any(${sql.placeholder('keys')}::text[])`)
    .prepare('tries_of'),
)

/** decisions.md §4, §6. */
export const limits = {
  loginByAccount: { free: 5, windowMs: 15 * 60_000, waitMs: 5_000 },
  loginByAddress: { free: 100, windowMs: 15 * 60_000, waitMs: 5_000 },
  code: { free: 5, windowMs: 3600_000, waitMs: 60_000 },
  pin: { free: 5, windowMs: 3600_000, waitMs: 3600_000 },
  pinByAddress: { free: 30, windowMs: 3600_000, waitMs: 60_000 },
  mail: { free: 1, windowMs: 60_000, waitMs: 60_000 },
  forgotByAddress: { free: 30, windowMs: 3600_000, waitMs: 60_000 },
  registrationByAddress: { free: 30, windowMs: 3600_000, waitMs: 60_000 },
} satisfies Record<string, Limit>

/** Refuses 429 with `Retry-After` while a key has to wait. Gives how many tries are counted of which. */
export async function assertNotThrottled(
  ctx: Ctx,
  keys: readonly string[],
  message: string,
): Promise<Map<string, number>> {
  const rows = await triesOf(ctx.tx).execute({ keys: [...keys] })
  const until = Math.max(0, ...rows.map((row) => row.blockedUntil?.getTime() ?? 0))
  const waitMs = until - ctx.now.getTime()
  if (waitMs > 0) throw tooMany(message, waitMs / 1000)
  return new Map(rows.map(({ key, count, windowEndsAt }) => [key, windowEndsAt > ctx.now ? count : 0]))
}

/** Counts a try. The caller must let it be committed: return the refusal instead of throwing it. */
export async function countTry(ctx: Ctx, key: string, limit: Limit): Promise<void> {
  const now = ctx.now.toISOString()
  const ends = new Date(ctx.now.getTime() + limit.windowMs).toISOString()
  const [row] = await rowsOf<{ count: number }>(
    ctx.tx,
    sql`insert into throttles (key, count, window_ends_at) values (${key}, 1, ${ends}::timestamptz)
      on conflict (key) do update set
        count = case when throttles.window_ends_at <= ${now}::timestamptz then 1 else throttles.count + 1 end,
        window_ends_at = case when throttles.window_ends_at <= ${now}::timestamptz
          then ${ends}::timestamptz else throttles.window_ends_at end
      returning count`,
  )
  const waitMs = waitAfter(row?.count ?? 1, limit)
  if (waitMs > 0) {
    const blockedUntil = new Date(ctx.now.getTime() + waitMs)
    await ctx.tx.update(throttles).set({ blockedUntil }).where(eq(throttles.key, key))
  }
}

/** Milliseconds to wait after the n-th try of a window. */
export function waitAfter(count: number, { free, windowMs, waitMs }: Limit): number {
  if (count < free) return 0
  return Math.min(windowMs, waitMs * 2 ** Math.min(count - free, 20))
}

/** Forgets a key's tries, after one that was right. */
export async function forgetTries(ctx: Ctx, key: string): Promise<void> {
  await ctx.tx.delete(throttles).where(eq(throttles.key, key))
}
