import type { Ctx } from '#server/core/ctx.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { feeOf } from '#server/features/settings/fee.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import { answerReports } from './answer-reports.ts'
import { partReceived } from './messages.ts'
import { foreignIn, moneyFor } from './money-for.ts'

/**
 * Tells the authors of papers for which a part of the fee arrived what came and what is still due; not where money in another
 * currency is there too: the organisers must say first what that is, so that nobody pays twice. Gives whom it told of.
 */
export async function tellWhatIsDue(ctx: Ctx, papers: readonly Submission[]): Promise<Submission[]> {
  const fee = papers.length === 0 ? undefined : await feeOf(ctx)
  if (fee === undefined) return []
  const money = await moneyFor(ctx, papers)
  const parts = papers.flatMap((submission) => {
    const net = money.get(submission.id)?.net ?? new Map<string, number>()
    const total = net.get(fee.currency) ?? 0
    const isForeign = foreignIn(net, fee.currency).length > 0
    if (isForeign || total === 0 || total >= fee.cents) return []
    const sum = (cents: number) => `${decimalOf(cents)} ${fee.currency}`
    const message = partReceived(ctx, submission, sum(total), sum(fee.cents - total))
    return [{ submission, told: { userId: submission.authorId, message } }]
  })
  await answerReports(
    ctx,
    parts.map(({ submission }) => submission.id),
  )
  await tellEach(
    ctx,
    parts.map(({ told }) => told),
  )
  return parts.map(({ submission }) => submission)
}
