import type { Ctx } from '#server/core/ctx.ts'
import { discardWithSubmissions } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { lockOwnSubmission } from './access.ts'
import { letReviewersGo } from './let-reviewers-go.ts'
import { submissionWithdrawn } from './messages.ts'
import { isMoneyLeft, moneyLeftFor, tellOfMoneyLeft } from './money-left.ts'
import { move } from './move.ts'
import { openReviewersOf } from './open-reviewers-of.ts'
import { paperGone } from './paper-messages.ts'
import { authorLink, organiserLink } from './placeholders.ts'

/**
 * Withdraws one's own submission for good: complete and declined, with the reason (decisions.md §7). Where money for it is
 * there or looked for, the payments desk is told. Refuses 404, 409.
 */
export async function withdraw(ctx: Ctx, abstractId: string, reason: string) {
  const submission = await lockOwnSubmission(ctx, { abstractId })
  const waitedFor = await openReviewersOf(ctx, abstractId)
  const moved = await move(ctx, submission, 'withdraw', { as: 'author', note: reason })
  await discardWithSubmissions(ctx, [moved.id])
  await tell(ctx, [moved.authorId], submissionWithdrawn(moved, reason, authorLink(ctx, moved.id)))
  await letReviewersGo(ctx, waitedFor, moved.paperId, paperGone(ctx, moved))
  const left = (await moneyLeftFor(ctx, [moved.id])).get(moved.id)
  // What tells of the money tells of the withdrawal too.
  if (!isMoneyLeft(left))
    await tell(ctx, await adminIds(ctx), submissionWithdrawn(moved, reason, organiserLink(ctx, moved)))
  await tellOfMoneyLeft(ctx, moved, 'the paper was withdrawn', left, { reason })
  return { message: 'The submission was withdrawn.' }
}
