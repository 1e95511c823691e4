import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'
import { isSought } from '#server/features/submissions/money-left.ts'
import { partsOf } from '#server/features/submissions/received.ts'

/** Payments of some papers that stand as reported, and are not verified. */
const reportedOf = (submissionIds: readonly string[]) =>
  and(
    inArray(payments.submissionId, [...submissionIds]),
    isNotNull(payments.reportedAt),
    isNull(payments.verifiedAt),
    isNull(payments.reopenedAt),
  )

/**
 * What the authors of some papers reported is found, or known not to be there. Of papers of which a part arrived the rest is
 * theirs to pay and to report.
 */
export async function answerReports(ctx: Ctx, submissionIds: readonly string[]): Promise<void> {
  if (submissionIds.length === 0) return
  await ctx.tx
    .update(payments)
    .set({ answeredAt: ctx.now })
    .where(and(inArray(payments.submissionId, [...submissionIds]), isSought))
}

/** Where no part is left of a paper, what its author reported is to be looked for again. */
export async function openReport(ctx: Ctx, submissionId: string): Promise<void> {
  const parts = await partsOf(ctx, [{ id: submissionId, stage: 'awaiting_payment' }])
  if (parts.size > 0) return
  await ctx.tx
    .update(payments)
    .set({ answeredAt: null })
    .where(reportedOf([submissionId]))
}
