import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emailEvents, emails } from '#server/db/schema.ts'

/**
 * Puts away the decision mails that wait, at the mail desk or for the mail server, and that a decision of now makes untrue,
 * whether its own mail is held or not: a new decision, or that one was taken back. `decided` are the submissions' ids.
 */
export function discardSuperseded(ctx: Ctx, decided: readonly string[]): Promise<void> {
  return discardDecisions(ctx, decided, 'A later decision on the same submission took its place.')
}

/**
 * Puts away the decision mails that wait where what they ask for was done, or can be done no more: a paper was uploaded or
 * paid, a submission withdrawn. `ids` are the submissions'.
 */
export function discardOvertaken(ctx: Ctx, ids: readonly string[]): Promise<void> {
  return discardDecisions(ctx, ids, 'The submission had gone on before it was sent.')
}

/** Puts away the mails that carry a receipt which is void now. */
export function discardWithReceipt(ctx: Ctx, receiptId: string): Promise<void> {
  const carries = sql`${emails.attached} ->> 'id' = ${receiptId}`
  return discard(ctx, carries, 'Its receipt became void before it was sent.')
}

/** One that was never tried goes out at once, before any that comes after it. */
const wasPutOff = or(eq(emails.state, 'held'), gt(emails.attempts, 0))

async function discardDecisions(ctx: Ctx, decided: readonly string[], answer: string): Promise<void> {
  if (decided.length === 0) return
  await discard(ctx, and(wasPutOff, inArray(emails.decides, [...new Set(decided)])), answer)
}

/** Of those, the ones that are neither sent nor being sent. */
async function discard(ctx: Ctx, which: SQL | undefined, answer: string): Promise<void> {
  const waits = and(
    inArray(emails.state, ['queued', 'held']),
    or(isNull(emails.claimedUntil), lte(emails.claimedUntil, ctx.now)),
  )
  const gone = await ctx.tx
    .update(emails)
    .set({ state: 'discarded' })
    .where(and(waits, which))
    .returning({ id: emails.id })
  if (gone.length === 0) return
  await ctx.tx
    .insert(emailEvents)
    .values(gone.map(({ id }) => ({ emailId: id, at: ctx.now, deed: 'discarded' as const, answer })))
}
