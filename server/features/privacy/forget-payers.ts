import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, payers, payments, receipts, submissionEvents, submissions } from '#server/db/schema.ts'
import { withoutTyped } from '#server/features/payments/forgotten.ts'

/**
 * Takes what a bank said of the payer, and what the author and the desk wrote, out of the payments of one's submissions, and
 * the payer out of their receipts; that, when and how much was paid stays, as the conference must account for it. The
 * submissions are held first: what the desk writes meanwhile is there already, or is written without it.
 */
export async function forgetPayers(ctx: Ctx, authorId: string): Promise<void> {
  const held = await ctx.tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.authorId, authorId))
    .orderBy(submissions.id)
    .for('update')
  const theirs = held.map(({ id }) => id)
  await ctx.tx.update(bankLines).set({ payer: '', text: '' }).where(inArray(bankLines.submissionId, theirs))
  await ctx.tx.delete(payers).where(inArray(payers.submissionId, theirs))
  await ctx.tx
    .update(receipts)
    .set({ payerName: '', payerAddress: '', payerTaxNumber: '', reference: withoutTyped(receipts.reference) })
    .where(inArray(receipts.submissionId, theirs))
  await ctx.tx
    .update(payments)
    .set({
      authorNote: null,
      note: null,
      reference: sql`nullif(${withoutTyped(payments.reference)}, '')`,
      reopenReason: sql`left(${payments.reopenReason}, 0)`,
    })
    .where(inArray(payments.submissionId, theirs))
  await ctx.tx
    .update(submissionEvents)
    .set({ note: null })
    .where(
      and(
        inArray(submissionEvents.submissionId, theirs),
        eq(submissionEvents.kind, 'payment_reopened'),
        isNotNull(submissionEvents.note),
      ),
    )
}
