import { and, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines } from '#server/db/schema.ts'

/**
 * Takes a statement's line that was only noted off its paper; it can be imported again, for another. Refuses 404, and
 * 409 for the line that made a payment: that is taken back with its reason.
 */
export async function releaseLine(ctx: Ctx, lineId: string) {
  const [line] = await ctx.tx
    .select({ paymentId: bankLines.paymentId })
    .from(bankLines)
    .where(and(eq(bankLines.id, lineId), isNull(bankLines.releasedAt)))
    .for('update')
  if (line === undefined) throw notFound('That line')
  if (line.paymentId !== null) {
    throw new AppError('wrong_state', 'This line is the payment itself. Take the verification back instead.')
  }
  await ctx.tx.update(bankLines).set({ releasedAt: ctx.now }).where(eq(bankLines.id, lineId))
  return { message: 'The line was taken off the paper. It can be imported again.' }
}
