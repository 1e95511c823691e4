import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments } from '#server/db/schema.ts'
import { feeIn, feeText } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { partsOf, receivedFor } from './received.ts'

/** What the author of a paper that is accepted is to pay. */
export type DueOnAcceptance =
  /** In words: the fee, or, where the paper was accepted before and a part came then, the rest of it; empty: any amount. */
  | { pay: string }
  /** Nothing: the whole fee is there, or reported. */
  | 'paid'
  /** Nothing: the payment was verified since, and the submission is complete. */
  | 'confirmed'
  /** Nothing before organisers have looked at what arrived, `165.00 USD`: some of it is in another currency. */
  | { arrived: string }

/** What the author of a paper that is accepted is told to pay, or why nothing now. */
export async function dueOnAcceptance(ctx: Ctx, submissionId: string): Promise<DueOnAcceptance> {
  const stands = await ctx.tx
    .select({
      isVerified: sql<boolean>`${payments.verifiedAt} is not null`,
      isReported: sql<boolean>`${payments.reportedAt} is not null and ${payments.answeredAt} is null`,
    })
    .from(payments)
    .where(and(eq(payments.submissionId, submissionId), isNull(payments.reopenedAt)))
  if (stands.some(({ isVerified }) => isVerified)) return 'confirmed'
  if (stands.some(({ isReported }) => isReported)) return 'paid'
  const settings = await settingsOf(ctx.tx)
  const fee = feeIn(settings)
  const received = (await receivedFor(ctx, fee?.currency, [submissionId])).get(submissionId) ?? 0
  // Where no fee is said, any amount is right.
  if (received > 0 && received >= (fee?.cents ?? 0)) return 'paid'
  if (fee === undefined) return { pay: '' }
  const part = (await partsOf(ctx, [{ id: submissionId, stage: 'awaiting_payment' }])).get(submissionId)
  if (part?.due === null) return { arrived: part.received }
  return { pay: part === undefined ? feeText(settings) : `${part.due} (${part.received} came before)` }
}
