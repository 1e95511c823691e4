import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { discardWithSubmissions } from '#server/features/mail/superseded.ts'
import { isMoneyThere } from './abilities.ts'
import { lockOwnSubmission } from './access.ts'
import { letReviewersGo } from './let-reviewers-go.ts'
import { move } from './move.ts'
import { openReviewersOf } from './open-reviewers-of.ts'
import { paperGone } from './paper-messages.ts'

/**
 * Deletes one's own submission with its paper and assignments: it leaves every list (decisions.md §7). Its rows stay
 * for the time in which an organiser may restore it. Refuses 404 (also the second time) and 409, also while money is there
 * for it.
 */
export async function deleteAbstract(ctx: Ctx, abstractId: string) {
  const submission = await lockOwnSubmission(ctx, { abstractId })
  if (isMoneyThere(submission)) {
    const message =
      'Money came for this paper, or was said to come, so that it cannot be deleted. Withdraw it instead; the organisers see to the money.'
    throw new AppError('wrong_state', message)
  }
  const waitedFor = await openReviewersOf(ctx, abstractId)
  const deleted = await move(ctx, submission, 'delete_abstract', {
    as: 'author',
    set: { deletedAt: ctx.now },
  })
  await discardWithSubmissions(ctx, [deleted.id])
  await letReviewersGo(ctx, waitedFor, deleted.paperId, paperGone(ctx, deleted))
  return { message: 'Abstract deleted.' }
}
