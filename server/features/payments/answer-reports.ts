import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { isSought } from '#server/features/submissions/money-left.ts'
import { partsOf, receivedFor } from '#server/features/submissions/received.ts'
import { isCharged } from '#shared/payments/is-charged.ts'

/** The payment of a paper that stands as reported, and is not verified. */
const reportedOf = (submissionId: string) =>
  and(
    eq(payments.submissionId, submissionId),
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

/**
 * What the author of a paper reported is to be looked for again, where a line was taken off that was all there was of it. Of
 * a paper that is not charged it has to be the line by which it was found: somebody may have said that nothing arrived.
 */
export async function openReport(
  ctx: Ctx,
  { id, stage }: Pick<Submission, 'id' | 'stage'>,
  { importedAt }: { importedAt: Date },
): Promise<void> {
  const isLeft = isCharged(stage)
    ? (await partsOf(ctx, [{ id, stage }])).size > 0
    : (await receivedFor(ctx, undefined, [id])).has(id)
  if (isLeft) return
  const answered = isCharged(stage) ? undefined : lte(payments.answeredAt, importedAt)
  await ctx.tx
    .update(payments)
    .set({ answeredAt: null })
    .where(and(reportedOf(id), answered))
}
