import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, type submissions } from '#server/db/schema.ts'
import { feeOf } from '#server/features/settings/fee.ts'
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

function amongst(ids: readonly string[]) {
  return sql`${bankLines.submissionId} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
}

type Awaiting = Pick<typeof submissions.$inferSelect, 'id' | 'stage'>
type Part = NonNullable<AbstractItem['paymentPart']>

/** Of some submissions those for which a part of the fee arrived, with what is still due; asks only if one awaits payment. */
export async function partsOf(ctx: Ctx, all: readonly Awaiting[]): Promise<Map<string, Part>> {
  const ids = all.filter(({ stage }) => stage === 'awaiting_payment').map(({ id }) => id)
  const fee = ids.length === 0 ? undefined : await feeOf(ctx)
  if (fee === undefined) return new Map()
  const sum = (cents: number) => `${decimalOf(cents)} ${fee.currency}`
  const received = await receivedFor(ctx, fee.currency, ids)
  return new Map(
    [...received]
      .filter(([, cents]) => cents > 0 && cents < fee.cents)
      .map(([id, cents]) => [id, { received: sum(cents), due: sum(fee.cents - cents) }]),
  )
}
