import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments, submissions } from '#server/db/schema.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { letReviewersGo } from '#server/features/submissions/let-reviewers-go.ts'
import { move } from '#server/features/submissions/move.ts'
import { openReviewersOf } from '#server/features/submissions/open-reviewers-of.ts'
import { paperGone } from '#server/features/submissions/paper-messages.ts'
import { nameOf } from '#server/features/submissions/placeholders.ts'
import { may } from '#shared/submissions/states.ts'

/** Whether a submission is withdrawn with its author's account. */
export const isUnderWay = ({ stage }: Pick<Submission, 'stage'>): boolean => may(stage, 'withdraw')

/**
 * Withdraws everything of an author that is still under way and tells its reviewers; gives the names of what was
 * withdrawn. What the author wrote about a payment goes too; that there was one stays.
 */
export async function withdrawSubmissions(ctx: Ctx, authorId: string): Promise<string[]> {
  const theirs = await ctx.tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.authorId, authorId), standing))
    .orderBy(asc(submissions.id))
    .for('update')
  const withdrawn: string[] = []
  for (const submission of theirs) {
    if (!isUnderWay(submission)) continue
    const waitedFor = await openReviewersOf(ctx, submission.id)
    const moved = await move(ctx, submission, 'withdraw', {
      as: 'author',
      note: 'The author deleted their account.',
    })
    await letReviewersGo(ctx, waitedFor, moved.paperId, paperGone(ctx, moved))
    withdrawn.push(nameOf(moved))
  }
  const ids = theirs.map((submission) => submission.id)
  if (ids.length > 0) {
    await ctx.tx.update(payments).set({ authorNote: null }).where(inArray(payments.submissionId, ids))
  }
  return withdrawn
}
