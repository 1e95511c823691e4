import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'

export type PaymentRow = typeof payments.$inferSelect

/** The payment of a submission that stands: reported, verified or both; at most one (a unique index says so). */
export async function livePayment(ctx: Ctx, submissionId: string): Promise<PaymentRow | undefined> {
  return (await livePayments(ctx, [submissionId])).get(submissionId)
}

/** As {@link livePayment}, of several submissions, by their ids. */
export async function livePayments(
  ctx: Ctx,
  submissionIds: readonly string[],
): Promise<Map<string, PaymentRow>> {
  const rows = await ctx.tx
    .select()
    .from(payments)
    .where(and(inArray(payments.submissionId, [...submissionIds]), isNull(payments.reopenedAt)))
  return new Map(rows.map((row) => [row.submissionId, row]))
}
