import type { Ctx } from '#server/core/ctx.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { feeOf } from '#server/features/settings/fee.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { receivedFor } from '#server/features/submissions/received.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import { answerReports } from './answer-reports.ts'
import { partReceived } from './messages.ts'

/** Tells the authors of papers for which a part of the fee arrived what came and what is still due. */
export async function tellWhatIsDue(ctx: Ctx, papers: readonly Submission[]): Promise<void> {
  const fee = papers.length === 0 ? undefined : await feeOf(ctx)
  if (fee === undefined) return
  const received = await receivedFor(
    ctx,
    fee.currency,
    papers.map(({ id }) => id),
  )
  const parts = papers.flatMap((submission) => {
    const total = received.get(submission.id) ?? 0
    // Nothing in the fee's currency: the organisers must look at it first.
    if (total === 0 || total >= fee.cents) return []
    const sum = (cents: number) => `${decimalOf(cents)} ${fee.currency}`
    const message = partReceived(ctx, submission, sum(total), sum(fee.cents - total))
    return [{ submissionId: submission.id, told: { userId: submission.authorId, message } }]
  })
  await answerReports(
    ctx,
    parts.map(({ submissionId }) => submissionId),
  )
  await tellEach(
    ctx,
    parts.map(({ told }) => told),
  )
}
