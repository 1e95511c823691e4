import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { versions } from '#server/db/schema.ts'
import { assertBeforeDeadline } from '#server/features/settings/deadline.ts'
import { lockOwnSubmission } from './access.ts'
import { letReviewersGo } from './let-reviewers-go.ts'
import { assertMay, move } from './move.ts'
import { openReviewersOf } from './open-reviewers-of.ts'
import { paperGone } from './paper-messages.ts'
import { assertReviewNotBegun } from './submit-paper.ts'

/**
 * Deletes one's own paper before its review: the submission awaits a paper again and may get another one.
 * A revised paper cannot be deleted, only replaced: what was reviewed stays; nor can one after the deadline, when the submission
 * can be withdrawn. Refuses 404, 409.
 */
export async function deletePaper(ctx: Ctx, paperId: string) {
  const submission = await lockOwnSubmission(ctx, { paperId })
  assertMay(submission.stage, 'delete_paper')
  if (submission.paperRound > 1) {
    throw new AppError(
      'wrong_state',
      'A paper that was reviewed cannot be deleted; you can withdraw the submission.',
    )
  }
  await assertReviewNotBegun(ctx, submission)
  // After it no other could be uploaded.
  await assertBeforeDeadline(ctx, 'paper', submission.authorId)
  const waitedFor = await openReviewersOf(ctx, submission.id)
  const moved = await move(ctx, submission, 'delete_paper', { as: 'author', set: { paperRound: 0 } })
  await ctx.tx
    .update(versions)
    .set({ retiredAt: ctx.now })
    .where(
      and(eq(versions.submissionId, submission.id), eq(versions.part, 'paper'), isNull(versions.retiredAt)),
    )
  await letReviewersGo(ctx, waitedFor, moved.paperId, paperGone(ctx, moved))
  return { message: 'Paper deleted.' }
}
