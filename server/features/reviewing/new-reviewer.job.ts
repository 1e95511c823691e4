import type { Ctx } from '#server/core/ctx.ts'
import { tell } from '#server/features/notices/tell.ts'
import { newReviewer } from '#server/features/people/new-reviewer-kind.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { signsOfAccounts } from './known-people.ts'
import { newReviewerConflicts, newReviewersConflicts } from './messages.ts'
import { openConflicts } from './open-conflicts.ts'

type Transact = (work: (ctx: Ctx) => Promise<void>) => Promise<void>

/**
 * Looks for new reviewers' conflicts of interest and tells the organisers which submissions they are with, if any: of one
 * reviewer in a message that names the submissions, of several with how many they are. It does the work of all that
 * wait beside it: to look for hundreds takes hardly longer than for one.
 */
export function newReviewerHandler(transact: Transact): JobHandler {
  return handlerFor(newReviewer, ({ userIds }) =>
    transact(async (ctx) => {
      const others = await ctx.jobs.take(ctx.tx, newReviewer)
      const all = [...new Set([...userIds, ...others.flatMap((one) => one.userIds)])]
      const found = await openConflicts(ctx, await signsOfAccounts(ctx, all))
      const conflicted = [...found].flatMap(([userId, theirs]) => {
        const ids = theirs
          .filter(({ weight }) => weight !== 'warns')
          .map(({ abstractId, paperId }) => paperId ?? abstractId)
        return ids.length > 0 ? [{ userId, ids }] : []
      })
      const [first] = conflicted
      if (first === undefined) return
      const message =
        conflicted.length === 1
          ? newReviewerConflicts(ctx, first.userId, first.ids)
          : newReviewersConflicts(ctx, conflicted.length)
      await tell(ctx, await adminIds(ctx), message)
    }),
  )
}
