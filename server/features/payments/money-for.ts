import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines } from '#server/db/schema.ts'
import { feeIn } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { livePayments } from './live-payment.ts'
import { isCovered, type Money, moneyOf } from './money.ts'

/** What some papers have, by their submissions' ids. */
export async function moneyFor(ctx: Ctx, submissionIds: readonly string[]): Promise<Map<string, Money>> {
  const settings = await settingsOf(ctx.tx)
  const rules = { fee: feeIn(settings), currency: settings.feeCurrency }
  const rows = await ctx.tx
    .select()
    .from(bankLines)
    .where(and(inArray(bankLines.submissionId, [...submissionIds]), isNull(bankLines.releasedAt)))
  const linesOf = groupBy(rows, ({ submissionId }) => submissionId)
  const paid = await livePayments(ctx, submissionIds)
  return new Map(submissionIds.map((id) => [id, moneyOf(linesOf.get(id) ?? [], paid.get(id) ?? null, rules)]))
}

/** Whether what was paid back of a paper is covered by what it has too much. */
export async function refundsAreCovered(ctx: Ctx, submissionId: string): Promise<boolean> {
  const money = await moneyFor(ctx, [submissionId])
  return [...money.values()].every(isCovered)
}
