import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, type submissions } from '#server/db/schema.ts'
import { type Fee, feeOf } from '#server/features/settings/fee.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'

/** What imported lines in the fee's currency, or in none, brought for each submission, in cents. */
export async function receivedFor(
  ctx: Ctx,
  currency: string | undefined,
  submissionIds?: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.tx
    .select({ id: bankLines.submissionId, total: sql<string>`sum(${bankLines.amount})` })
    .from(bankLines)
    .where(
      and(
        isNull(bankLines.releasedAt),
        currency === undefined ? undefined : or(isNull(bankLines.currency), eq(bankLines.currency, currency)),
        submissionIds === undefined ? undefined : amongst(submissionIds),
      ),
    )
    .groupBy(bankLines.submissionId)
  return new Map(rows.map(({ id, total }) => [id, centsIn(total)]))
}

/** What is there for some submissions, by their ids: one sum above 0, decimal, of each currency; what names none is in `home`. */
export async function sumsFor(
  ctx: Ctx,
  home: string,
  submissionIds: readonly string[],
): Promise<Map<string, { amount: string; currency: string }[]>> {
  const currency = sql<string>`coalesce(${bankLines.currency}, ${home}::text)`
  const sums = await ctx.tx
    .select({ id: bankLines.submissionId, currency, amount: sql<string>`sum(${bankLines.amount})::text` })
    .from(bankLines)
    .where(and(isNull(bankLines.releasedAt), amongst(submissionIds)))
    .groupBy(sql`1`, sql`2`)
    .having(sql`sum(${bankLines.amount}) > 0`)
    .orderBy(sql`1`, sql`2`)
  return groupBy(sums, ({ id }) => id)
}

function amongst(ids: readonly string[]) {
  return sql`${bankLines.submissionId} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
}

type Awaiting = Pick<typeof submissions.$inferSelect, 'id' | 'stage'>
type Part = NonNullable<AbstractItem['paymentPart']>

/** Whether a part of the fee arrived and the rest is its author's to pay. */
export const isDue = (part: Part | undefined): part is Part & { due: string } =>
  part != null && part.due !== null

/**
 * Of some submissions those for which money arrived, with what of the fee is still due; null where the fee is there, or money in
 * another currency: organisers look at it first, so that nobody pays twice. Asks only if one awaits payment.
 */
export async function partsOf(ctx: Ctx, all: readonly Awaiting[]): Promise<Map<string, Part>> {
  const ids = all.filter(({ stage }) => stage === 'awaiting_payment').map(({ id }) => id)
  const fee = ids.length === 0 ? undefined : await feeOf(ctx)
  if (fee === undefined) return new Map()
  const sums = await sumsFor(ctx, fee.currency, ids)
  return new Map([...sums].map(([id, all]) => [id, partIn(all, fee)]))
}

function partIn(sums: readonly { amount: string; currency: string }[], fee: Fee): Part {
  const received = sums.map(({ amount, currency }) => `${amount} ${currency}`).join(' and ')
  const isForeign = sums.some(({ currency }) => currency !== fee.currency)
  const left = fee.cents - sums.reduce((total, { amount }) => total + centsIn(amount), 0)
  return { received, due: isForeign || left <= 0 ? null : `${decimalOf(left)} ${fee.currency}` }
}
