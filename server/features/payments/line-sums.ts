import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
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
