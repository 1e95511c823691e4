import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines } from '#server/db/schema.ts'
import { sumsFor } from '#server/features/submissions/received.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { centsIn } from '#shared/payments/cents.ts'
import type { CountedLine } from './money.ts'

/** What the lines that count brought each paper, or each of some, by its submission's id: one of each use and currency. */
export async function lineSums(
  ctx: Ctx,
  submissionIds?: readonly string[],
): Promise<Map<string, (CountedLine & { submissionId: string })[]>> {
  const ofThese = submissionIds && inArray(bankLines.submissionId, [...submissionIds])
  const sums = await ctx.tx
    .select({
      submissionId: bankLines.submissionId,
      use: bankLines.use,
      currency: bankLines.currency,
      amount: sql<string>`sum(${bankLines.amount})`,
    })
    .from(bankLines)
    .where(and(ofThese, isNull(bankLines.releasedAt)))
    .groupBy(bankLines.submissionId, bankLines.use, bankLines.currency)
  return groupBy(sums, ({ submissionId }) => submissionId)
}

/** What is there for some papers, in cents, to be asked by submission's id and currency: what names none is in `home`. */
export async function sumsIn(
  ctx: Ctx,
  home: string,
  submissionIds: readonly string[],
): Promise<(submissionId: string, currency: string | null) => number> {
  const sums = await sumsFor(ctx, home, submissionIds)
  return (submissionId, asked) =>
    centsIn(sums.get(submissionId)?.find(({ currency }) => currency === (asked ?? home))?.amount ?? '0')
}
