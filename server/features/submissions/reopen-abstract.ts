import type { Ctx } from '#server/core/ctx.ts'
import { tell } from '#server/features/notices/tell.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { lockAnySubmission } from './access.ts'
import { assertAsRead } from './as-read.ts'
import { abstractReopened } from './messages.ts'
import { assertMay, move } from './move.ts'

/**
 * Takes the decision on an abstract back, while there is no paper: it waits for a decision again. The author is told,
 * with the reason. Refuses 404, 409.
 */
export async function reopenAbstract(ctx: Ctx, abstractId: string, reason: string, updatedAt?: Timestamp) {
  const submission = await lockAnySubmission(ctx, { abstractId })
  assertMay(submission.stage, 'reopen_abstract')
  assertAsRead(submission, updatedAt)
  const moved = await move(ctx, submission, 'reopen_abstract', {
    as: 'admin',
    note: reason,
    set: { abstractDecidedAt: null },
  })
  await tell(ctx, [moved.authorId], abstractReopened(ctx, moved, reason))
  return { message: 'The abstract waits for a decision again.' }
}
