import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines } from '#server/db/schema.ts'
import { feeIn } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { livePayments } from './live-payment.ts'
import { isCovered, type Money, moneyOf, rulesAt } from './money.ts'

type Paper = Pick<Submission, 'id' | 'stage'>

/** What some papers have, by their submissions' ids. */
export async function moneyFor(ctx: Ctx, papers: readonly Paper[]): Promise<Map<string, Money>> {
  const submissionIds = papers.map(({ id }) => id)
  const settings = await settingsOf(ctx.tx)
  const rules = { fee: feeIn(settings), currency: settings.feeCurrency }
  const rows = await ctx.tx
    .select()
    .from(bankLines)
    .where(and(inArray(bankLines.submissionId, submissionIds), isNull(bankLines.releasedAt)))
  const linesOf = groupBy(rows, ({ submissionId }) => submissionId)
  const paid = await livePayments(ctx, submissionIds)
  return new Map(
    papers.map(({ id, stage }) => [
      id,
      moneyOf(linesOf.get(id) ?? [], paid.get(id) ?? null, rulesAt(stage, rules)),
    ]),
  )
}

/** Whether what was paid back of a paper is covered by what it has too much. */
export async function refundsAreCovered(ctx: Ctx, paper: Paper): Promise<boolean> {
  const money = await moneyFor(ctx, [paper])
  return [...money.values()].every(isCovered)
}

/** Of what is there, by currency, in cents, what is in another currency than the fee's. */
export function foreignIn(
  net: ReadonlyMap<string, number>,
  home: string,
): [currency: string, cents: number][] {
  return [...net].filter(([currency, cents]) => currency !== home && cents > 0)
}
