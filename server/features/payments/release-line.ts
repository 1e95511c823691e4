import { and, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, submissions } from '#server/db/schema.ts'
import { openReport } from './answer-reports.ts'
import { refundsAreCovered } from './money-for.ts'

/**
 * Takes a statement's line that was only noted off its paper; it can be imported again, for another. Refuses 404, and
 * 409 for the line that made a payment, which is taken back with its reason, and for one that was paid back.
 */
export async function releaseLine(ctx: Ctx, lineId: string) {
  const isLine = and(eq(bankLines.id, lineId), isNull(bankLines.releasedAt))
  const [found] = await ctx.tx.select({ id: bankLines.submissionId }).from(bankLines).where(isLine)
  if (found === undefined) throw notFound('That line')
  // First the paper, as everybody does who changes its money.
  await ctx.tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.id, found.id))
    .for('update')
  const [line] = await ctx.tx
    .update(bankLines)
    .set({ releasedAt: ctx.now })
    .where(isLine)
    .returning({ paymentId: bankLines.paymentId })
  if (line === undefined) throw notFound('That line')
  if (line.paymentId !== null) {
    throw new AppError('wrong_state', 'This line is the payment itself. Take the verification back instead.')
  }
  await openReport(ctx, found.id)
  if (!(await refundsAreCovered(ctx, found.id))) {
    throw new AppError('wrong_state', 'This amount was paid back. Remove what was paid back first.')
  }
  return { message: 'The line was taken off the paper. It can be imported again.' }
}
