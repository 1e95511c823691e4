import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, payers, payments, receipts, submissions } from '#server/db/schema.ts'

/**
 * Takes what a bank said of the payer, and what the author wrote, out of the payments of one's submissions, and the payer
 * out of their receipts; that, when and how much was paid stays, as the conference must account for it.
 */
export async function forgetPayers(ctx: Ctx, authorId: string): Promise<void> {
  const theirs = ctx.tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.authorId, authorId))
  await ctx.tx.update(bankLines).set({ payer: '', text: '' }).where(inArray(bankLines.submissionId, theirs))
  await ctx.tx.delete(payers).where(inArray(payers.submissionId, theirs))
  await ctx.tx
    .update(receipts)
    .set({ payerName: '', payerAddress: '', payerTaxNumber: '' })
    .where(inArray(receipts.submissionId, theirs))
  await ctx.tx.update(payments).set({ authorNote: null }).where(inArray(payments.submissionId, theirs))
}
