import type { Ctx } from '#server/core/ctx.ts'
import { tell, tellEach } from '#server/features/notices/tell.ts'
import { lockAnySubmission } from '#server/features/submissions/access.ts'
import { assertAsRead } from '#server/features/submissions/as-read.ts'
import { moneyLeftFor, tellOfMoneyLeft } from '#server/features/submissions/money-left.ts'
import { move } from '#server/features/submissions/move.ts'
import { reviewsOfNewRound } from '#server/features/submissions/review-due.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { paperReopened } from './messages.ts'
import { reviewReopened } from './reviewer-messages.ts'

/**
 * Takes a decision back: the paper is under review again, in a new round, with the reviewers it has; earlier reviews
 * stay. Both sides are told, the author with the reason: to reviewers it may tell who that is, or what somebody else decided. So is
 * the payments desk where money is there or looked for. Refuses 404, 409, 409 `stale` where something else was decided meanwhile.
 */
export async function reopenPaper(
  ctx: Ctx,
  paperId: string,
  { reason, updatedAt }: { reason: string; updatedAt?: Timestamp | undefined },
) {
  const submission = await lockAnySubmission(ctx, { paperId })
  assertAsRead(submission, updatedAt)
  const moved = await move(ctx, submission, 'reopen_paper', {
    as: 'admin',
    note: reason,
    set: { paperRound: submission.paperRound + 1 },
  })
  await tell(ctx, [moved.authorId], paperReopened(ctx, moved, reason))
  const theirs = await reviewsOfNewRound(ctx, moved.id)
  await tellEach(
    ctx,
    theirs.map((one) => ({ userId: one.userId, message: reviewReopened(ctx, moved, one) })),
  )
  const left = (await moneyLeftFor(ctx, [moved.id])).get(moved.id)
  await tellOfMoneyLeft(ctx, moved, 'its acceptance was taken back', left)
  const isLate = theirs.some(({ closed }) => closed !== '')
  return {
    message: `The paper is under review again.${isLate ? ' The deadline for reviews has passed: give its reviewers another due date.' : ''}`,
  }
}
