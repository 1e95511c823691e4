import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { hold } from '#server/db/hold.ts'
import { emails } from '#server/db/schema.ts'
import { DAY_MS } from '#shared/core/calendar.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Of one kind to one address. */
const AN_HOUR = 5
const A_DAY = 10

/**
 * Whether a mail that anybody can have sent to an address, knowing no more than the address, may go there now: of each kind
 * one a minute, five an hour and ten a day, and after those one an hour. Never none for longer: a link to set a new password
 * is good for an hour, so whoever floods a mailbox leaves a good one in it. Until the transaction ends it holds the address.
 */
export async function mayMailUnasked(ctx: Ctx, address: string, kind: string): Promise<boolean> {
  const to = address.toLowerCase()
  await hold(ctx.tx, `unasked-mail:${to}`)
  const now = ctx.now.getTime()
  // Either way: the clock may have been set back since.
  const sent = await ctx.tx
    .select({ at: emails.createdAt })
    .from(emails)
    .where(
      and(
        eq(sql`lower(${emails.toAddress})`, to),
        eq(emails.kind, kind),
        gt(emails.createdAt, new Date(now - DAY_MS)),
        lt(emails.createdAt, new Date(now + DAY_MS)),
      ),
    )
  const within = (ms: number) => sent.filter(({ at }) => Math.abs(now - at.getTime()) < ms).length
  return (
    within(MINUTE_MS) === 0 && within(HOUR_MS) < AN_HOUR && (sent.length < A_DAY || within(HOUR_MS) === 0)
  )
}
