import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions, users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { restorable, whyNotRestored } from './deleted.ts'
import { move } from './move.ts'
import { openReviewersOf } from './open-reviewers-of.ts'
import { paperBack, submissionRestored } from './restore-messages.ts'

/**
 * Restores a deleted submission as it was, with its files, assignments, reviews and drafts; author and reviewers are
 * told. Refuses 404 (nothing deleted by that number, or too long ago) and 409 (its author's account is gone).
 */
export async function restoreAbstract(ctx: Ctx, abstractId: string, reason: string) {
  const [submission] = await ctx.tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, abstractId), await restorable(ctx)))
    .for('update')
  if (submission === undefined) throw notFound(`Deleted submission ${abstractId}`)
  const [author] = await ctx.tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, submission.authorId))
  const problem = author === undefined ? null : whyNotRestored(author)
  if (problem !== null) throw new AppError('wrong_state', problem)
  const restored = await move(ctx, submission, 'restore_abstract', {
    as: 'admin',
    note: reason,
    set: { deletedAt: null },
  })
  await tell(ctx, [restored.authorId], submissionRestored(ctx, restored, reason))
  await tell(ctx, await openReviewersOf(ctx, abstractId), paperBack(ctx, restored))
  return { message: 'The submission was restored.' }
}
