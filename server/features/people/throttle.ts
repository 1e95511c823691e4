import { eq, sql } from 'drizzle-orm'
import { tooMany } from '#server/core/app-error.ts'
import { CLOCKS_APART_MS } from '#server/core/clocks.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { prepared } from '#server/db/prepared.ts'
import { throttles } from '#server/db/schema.ts'

/** How many tries are free within a window; after that every further one waits, longer each time or always as long, never for good. */
export interface Limit {
  free: number
  windowMs: number
  /** The wait after the first try too many; doubled with each further one, up to the window. */
  waitMs: number
  /** The wait stays as it is: of what honest people do too, so that one of them cannot keep all of a network out. */
  isSteady?: true
}

const triesOf = prepared('tries_of', (db) =>
  db
    .select()
    .from(throttles)
    .where(sql`${throttles.key} = any(${sql.placeholder('keys')}::text[])`),
)

/** decisions.md §4, §6. */
export const limits = {
  loginByAccount: { free: 5, windowMs: 15 * 60_000, waitMs: 5_000 },
  loginByAddress: { free: 100, windowMs: 15 * 60_000, waitMs: 5_000 },
  code: { free: 5, windowMs: 3600_000, waitMs: 60_000 },
  pin: { free: 5, windowMs: 3600_000, waitMs: 3600_000 },
  pinByAddress: { free: 30, windowMs: 3600_000, waitMs: 60_000 },
  mail: { free: 1, windowMs: 60_000, waitMs: 60_000 },
  /** Invitations to one address, whoever sends them and however often it is invited anew. */
  invitation: { free: 5, windowMs: 3600_000, waitMs: 60_000 },
  forgotByAddress: { free: 300, windowMs: 3600_000, waitMs: 10_000, isSteady: true },
  registrationByAddress: { free: 300, windowMs: 3600_000, waitMs: 10_000, isSteady: true },
} satisfies Record<string, Limit>

/** No window and no wait is longer (`limits`): one that seems so was written before the clock was set back, and does not count. */
const LONGEST_MS = 3600_000

/** How long it is until a moment that a limit set, in milliseconds; 0 where it is past, or none. */
const inForce = (ms: number) => (ms > LONGEST_MS + CLOCKS_APART_MS ? 0 : Math.max(0, ms))
const ahead = (until: Date | null, now: Date) => inForce((until?.getTime() ?? 0) - now.getTime())

/** Refuses 429 with `Retry-After` while a key has to wait. Gives how many tries are counted of which. */
export async function assertNotThrottled(
  ctx: Ctx,
  keys: readonly string[],
  message: string,
): Promise<Map<string, number>> {
  const rows = await triesOf(ctx.tx).execute({ keys: [...keys] })
  const waitMs = Math.max(0, ...rows.map((row) => ahead(row.blockedUntil, ctx.now)))
  if (waitMs > 0) throw tooMany(message, waitMs / 1000)
  return new Map(
    rows.map(({ key, count, windowEndsAt }) => [key, ahead(windowEndsAt, ctx.now) > 0 ? count : 0]),
  )
}

/**
 * Counts a try. The caller must let it be committed: return the refusal instead of throwing it. Gives how many milliseconds
 * the key had to wait already, because others were counted since it was asked.
 */
export async function countTry(ctx: Ctx, key: string, limit: Limit): Promise<number> {
  const now = ctx.now.toISOString()
  const ends = new Date(ctx.now.getTime() + limit.windowMs).toISOString()
  const latest = new Date(ctx.now.getTime() + limit.windowMs + CLOCKS_APART_MS).toISOString()
  const isOver = sql`(throttles.window_ends_at <= ${now}::timestamptz or throttles.window_ends_at > ${latest}::timestamptz)`
  const [row] = await rowsOf<{ count: number; waits: number | null }>(
    ctx.tx,
    sql`insert into throttles (key, count, window_ends_at) values (${key}, 1, ${ends}::timestamptz)
      on conflict (key) do update set
        count = case when ${isOver} then 1 else throttles.count + 1 end,
        window_ends_at = case when ${isOver}
          then ${ends}::timestamptz else throttles.window_ends_at end
      returning count, extract(epoch from blocked_until - ${now}::timestamptz)::float8 * 1000 as waits`,
  )
  const waitMs = waitAfter(row?.count ?? 1, limit)
  if (waitMs > 0) {
    const blockedUntil = new Date(ctx.now.getTime() + waitMs)
    await ctx.tx.update(throttles).set({ blockedUntil }).where(eq(throttles.key, key))
  }
  return inForce(row?.waits ?? 0)
}

/**
 * Counts a try that was let in before, of each key. Where others came before it, in whichever process, so that it has to
 * wait now, it was not heard: throws 429, and is not counted. The caller must not tell what the try was before.
 */
export async function countTries(
  ctx: Ctx,
  limitsOf: Readonly<Record<string, Limit>>,
  message: string,
): Promise<void> {
  for (const [key, limit] of Object.entries(limitsOf)) {
    const waitMs = await countTry(ctx, key, limit)
    if (waitMs > 0) throw tooMany(message, waitMs / 1000)
  }
}

/** Milliseconds to wait after the n-th try of a window. */
export function waitAfter(count: number, { free, windowMs, waitMs, isSteady }: Limit): number {
  if (count < free) return 0
  if (isSteady) return waitMs
  return Math.min(windowMs, waitMs * 2 ** Math.min(count - free, 20))
}

/** Forgets a key's tries, after one that was right. */
export async function forgetTries(ctx: Ctx, key: string): Promise<void> {
  await ctx.tx.delete(throttles).where(eq(throttles.key, key))
}
