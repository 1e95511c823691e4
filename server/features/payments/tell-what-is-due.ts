import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { bankLines } from '#server/db/schema.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { type Fee, feeOf } from '#server/features/settings/fee.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import { answerReports, stillSought } from './answer-reports.ts'
import { partReceived } from './messages.ts'
import { foreignIn, moneyFor } from './money-for.ts'
import { moneyIsNotTheFee } from './not-the-fee-message.ts'

/**
 * Tells the authors of papers for which a part of the fee arrived what came and what is still due; not where money in another
 * currency is there too: the organisers must say first what that is, so that nobody pays twice. Gives whom it told of.
 */
export async function tellWhatIsDue(ctx: Ctx, papers: readonly Submission[]): Promise<Submission[]> {
  const fee = papers.length === 0 ? undefined : await feeOf(ctx)
  return fee === undefined ? [] : tellOfFee(ctx, papers, fee, new Map())
}

/**
 * The same after money went, and, where some in another currency was all that was there, that the whole fee is due: the author
 * was asked to wait for that. Not where its author reported another payment since, for which nobody has looked: that report stands.
 */
export async function tellWhatIsLeft(ctx: Ctx, papers: readonly Submission[]): Promise<Submission[]> {
  const fee = papers.length === 0 ? undefined : await feeOf(ctx)
  if (fee === undefined) return []
  const ids = papers.map(({ id }) => id)
  const sought = await stillSought(ctx, ids)
  return tellOfFee(
    ctx,
    papers.filter(({ id }) => !sought.has(id)),
    fee,
    await foreignThatWent(ctx, ids, fee.currency),
  )
}

/** `went`: what in other currencies was taken off each paper just now, `165.00 USD`. */
async function tellOfFee(
  ctx: Ctx,
  papers: readonly Submission[],
  fee: Fee,
  went: ReadonlyMap<string, string>,
): Promise<Submission[]> {
  const money = await moneyFor(ctx, papers)
  const sum = (cents: number) => `${decimalOf(cents)} ${fee.currency}`
  const messageFor = (submission: Submission): Message | undefined => {
    const net = money.get(submission.id)?.net ?? new Map<string, number>()
    const total = net.get(fee.currency) ?? 0
    const gone = went.get(submission.id)
    if (foreignIn(net, fee.currency).length > 0 || total >= fee.cents) return undefined
    if (total !== 0) return partReceived(ctx, submission, sum(total), sum(fee.cents - total))
    return gone === undefined ? undefined : moneyIsNotTheFee(ctx, submission, gone, sum(fee.cents))
  }
  const all = papers.flatMap((submission) => {
    const message = messageFor(submission)
    return message === undefined ? [] : [{ submission, told: { userId: submission.authorId, message } }]
  })
  await answerReports(
    ctx,
    all.map(({ submission }) => submission.id),
  )
  await tellEach(
    ctx,
    all.map(({ told }) => told),
  )
  return all.map(({ submission }) => submission)
}

/** What in other currencies than the fee's was taken off some papers or paid back in this transaction, by their ids, in words. */
async function foreignThatWent(
  ctx: Ctx,
  submissionIds: readonly string[],
  home: string,
): Promise<Map<string, string>> {
  const { submissionId, currency, amount, importedAt, releasedAt } = bankLines
  const takenOff = and(gt(amount, '0'), eq(releasedAt, ctx.now))
  const paidBack = and(lt(amount, '0'), isNull(releasedAt), eq(importedAt, ctx.now))
  const rows = await ctx.tx
    .select({ submissionId, sum: sql<string>`sum(abs(${amount})) || ' ' || ${currency}` })
    .from(bankLines)
    .where(and(inArray(submissionId, [...submissionIds]), ne(currency, home), or(takenOff, paidBack)))
    .groupBy(submissionId, currency)
    .orderBy(submissionId, currency)
  const sums = groupBy(rows, (row) => row.submissionId)
  return new Map([...sums].map(([id, all]) => [id, all.map(({ sum }) => sum).join(' and ')]))
}
