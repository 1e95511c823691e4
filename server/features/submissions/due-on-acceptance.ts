import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'
import { feeIn, feeText } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { partsOf, receivedFor } from './received.ts'

/**
 * What the author of a paper that is accepted is to pay, in words: the fee, or, where the paper was accepted before and a
 * part came then, the rest of it. Null: nothing, because the whole fee is there or reported.
 */
export async function dueOnAcceptance(ctx: Ctx, submissionId: string): Promise<string | null> {
  const reported = await ctx.tx.$count(
    payments,
    and(
      eq(payments.submissionId, submissionId),
      isNotNull(payments.reportedAt),
      isNull(payments.answeredAt),
      isNull(payments.reopenedAt),
    ),
  )
  if (reported > 0) return null
  const settings = await settingsOf(ctx.tx)
  const fee = feeIn(settings)
  const received = (await receivedFor(ctx, fee?.currency, [submissionId])).get(submissionId) ?? 0
  // Where no fee is said, any amount is right.
  if (received > 0 && received >= (fee?.cents ?? 0)) return null
  if (fee === undefined) return ''
  const part = (await partsOf(ctx, [{ id: submissionId, stage: 'awaiting_payment' }])).get(submissionId)
  return part === undefined ? feeText(settings) : `${part.due} (${part.received} came before)`
}
