import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, payments } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { isSought } from '#server/features/submissions/money-left.ts'
import { isDue, partsOf, receivedFor } from '#server/features/submissions/received.ts'
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
 * theirs to pay and to report. `unfound`: somebody said that it is not there.
 */
export async function answerReports(
  ctx: Ctx,
  submissionIds: readonly string[],
  { unfound = false }: { unfound?: boolean } = {},
): Promise<void> {
  if (submissionIds.length === 0) return
  await ctx.tx
    .update(payments)
    .set({ answeredAt: ctx.now, unfound })
    .where(and(inArray(payments.submissionId, [...submissionIds]), isSought))
}

/**
 * What the author of a paper reported is to be looked for again, where a line was taken off that was all there was of it; not
 * where somebody said that it is not there. Of a paper that is not charged it has to be the line by which it was found.
 */
export async function openReport(
  ctx: Ctx,
  { id, stage }: Pick<Submission, 'id' | 'stage'>,
  { importedAt }: { importedAt: Date },
): Promise<void> {
  if (!isCharged(stage) && (await receivedFor(ctx, undefined, [id])).has(id)) return
  const isPart = isCharged(stage) && isDue((await partsOf(ctx, [{ id, stage }])).get(id))
  const byLine = isCharged(stage) ? eq(payments.unfound, false) : lte(payments.answeredAt, importedAt)
  await ctx.tx
    .update(payments)
    .set({ answeredAt: null, unfound: false })
    .where(and(reportedOf(id), byLine, isPart ? await nothingSince(ctx) : undefined))
}

/**
 * Of some papers those of which a payment stands as reported, and nothing that is there came since: nobody has looked for it,
 * so that its author is not to be asked for what it may have paid.
 */
export async function stillSought(ctx: Ctx, submissionIds: readonly string[]): Promise<Set<string>> {
  if (submissionIds.length === 0) return new Set()
  const rows = await ctx.tx
    .select({ id: payments.submissionId })
    .from(payments)
    .where(and(inArray(payments.submissionId, [...submissionIds]), isSought, await nothingSince(ctx)))
  return new Set(rows.map(({ id }) => id))
}

/** The condition under which nothing of the fee that is there for a reported payment's paper came after the report. */
async function nothingSince(ctx: Ctx) {
  const { feeCurrency } = await settingsOf(ctx.tx)
  const came = and(
    eq(bankLines.submissionId, payments.submissionId),
    isNull(bankLines.releasedAt),
    gt(bankLines.amount, '0'),
    or(isNull(bankLines.currency), eq(bankLines.currency, feeCurrency)),
    gte(bankLines.importedAt, payments.reportedAt),
  )
  return notExists(ctx.tx.select({ one: sql`1` }).from(bankLines).where(came))
}
