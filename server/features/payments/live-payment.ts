import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'

/** The payment of a submission that stands: reported, verified or both; at most one (a unique index says so). */
export async function livePayment(ctx: Ctx, submissionId: string) {
  const [row] = await ctx.tx
    .select()
    .from(payments)
    .where(and(eq(payments.submissionId, submissionId), isNull(payments.reopenedAt)))
  return row
}
