import { and, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, submissions } from '#server/db/schema.ts'
import { openReport } from './answer-reports.ts'
import { isKept } from './money.ts'
import { moneyFor, refundsAreCovered } from './money-for.ts'
import { tellWhatIsLeft } from './tell-what-is-due.ts'

/**
 * Takes a statement's line that was only noted off its paper; it can be imported again, for another. Refuses 404, and
 * 409 for what a payment was verified with, which is taken back with its reason, and for what was paid back. Where a part of the
 * fee is left, its author is told what is due now, unless another payment is reported since.
 */
export async function releaseLine(ctx: Ctx, lineId: string) {
  const isLine = and(eq(bankLines.id, lineId), isNull(bankLines.releasedAt))
  const [found] = await ctx.tx.select({ id: bankLines.submissionId }).from(bankLines).where(isLine)
  if (found === undefined) throw notFound('That line')
  // First the paper, as everybody does who changes its money.
  const [paper] = await ctx.tx.select().from(submissions).where(eq(submissions.id, found.id)).for('update')
  const money = paper && (await moneyFor(ctx, [paper])).get(paper.id)
  const [line] = await ctx.tx.update(bankLines).set({ releasedAt: ctx.now }).where(isLine).returning()
  if (line === undefined || paper === undefined || money === undefined) throw notFound('That line')
  if (line.paymentId !== null) {
    throw new AppError('wrong_state', 'This line is the payment itself. Take the verification back instead.')
  }
  if (line.use === 'note' && isKept(money, line.currency)) {
    const message = 'The payment was verified with this amount. Take the verification back instead.'
    throw new AppError('wrong_state', message)
  }
  await openReport(ctx, paper, line)
  if (!(await refundsAreCovered(ctx, paper))) {
    throw new AppError('wrong_state', 'This amount was paid back. Remove what was paid back first.')
  }
  const isTold = paper.stage === 'awaiting_payment' && (await tellWhatIsLeft(ctx, [paper])).length > 0
  const others = await shareholders(ctx, line)
  const again =
    others.length === 0
      ? 'It can be imported again.'
      : `A share of it stands at ${others.join(', ')}: only once that is taken off too, it can be imported again.`
  const told = isTold ? ' The author is told what is still due.' : ''
  return { message: `The line was taken off the paper. ${again}${told}` }
}

/** The papers at which other shares of a line stand. */
async function shareholders(
  ctx: Ctx,
  { hash, occurrence }: Pick<typeof bankLines.$inferSelect, 'hash' | 'occurrence'>,
): Promise<string[]> {
  const rows = await ctx.tx
    .selectDistinct({ paperId: submissions.paperId })
    .from(bankLines)
    .innerJoin(submissions, eq(submissions.id, bankLines.submissionId))
    .where(and(eq(bankLines.hash, hash), eq(bankLines.occurrence, occurrence), isNull(bankLines.releasedAt)))
    .orderBy(submissions.paperId)
  return rows.map(({ paperId }) => paperId)
}
