import type { Ctx } from '#server/core/ctx.ts'
import { tell } from '#server/features/notices/tell.ts'
import { newReviewer } from '#server/features/people/new-reviewer-kind.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { signsOfAccounts } from './known-people.ts'
import { newReviewerConflicts } from './messages.ts'
import { openConflicts } from './open-conflicts.ts'

type Transact = (work: (ctx: Ctx) => Promise<void>) => Promise<void>

/** Looks for a new reviewer's conflicts of interest and tells the organisers which submissions they are with, if any. */
export function newReviewerHandler(transact: Transact): JobHandler {
  return handlerFor(newReviewer, ({ userId }) =>
    transact(async (ctx) => {
      const found = (await openConflicts(ctx, await signsOfAccounts(ctx, [userId]))).get(userId) ?? []
      const ids = found
        .filter(({ weight }) => weight !== 'warns')
        .map(({ abstractId, paperId }) => paperId ?? abstractId)
      if (ids.length > 0) await tell(ctx, await adminIds(ctx), newReviewerConflicts(ctx, userId, ids))
    }),
  )
}
