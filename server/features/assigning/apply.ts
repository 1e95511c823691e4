import { type Ctx, personOf } from '#server/core/ctx.ts'
import { assignmentBatches, assignments } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { assigned } from '#server/features/reviewing/messages.ts'
import type { AssignmentPair, assignmentSources } from '#shared/assigning/contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { assignedTogether } from './messages.ts'
import { type PlannedPair, planAssignments } from './plan.ts'

export type Source = (typeof assignmentSources)[number]

/**
 * Assigns what can be assigned, as one batch, and names what cannot and why. Each reviewer is told once, whatever the
 * number of their papers.
 */
export async function applyAssignments(ctx: Ctx, pairs: readonly AssignmentPair[], source: Source) {
  const plan = await planAssignments(ctx, pairs, { lock: true })
  const good = plan.pairs.filter(({ row }) => row.problem === null)
  const batchId = good.length === 0 ? null : await writeBatch(ctx, good, source)
  for (const [reviewerId, theirs] of groupBy(good, ({ pair }) => pair.reviewerId)) {
    await tellReviewer(ctx, reviewerId, theirs)
  }
  const left = plan.pairs.length - good.length
  const done = good.length === 1 ? '1 paper assigned.' : `${good.length} papers assigned.`
  return {
    message: left === 0 ? done : `${done} ${left} could not be.`,
    batchId,
    rows: plan.pairs.map(({ row }) => row),
  }
}

async function writeBatch(ctx: Ctx, good: readonly PlannedPair[], source: Source): Promise<string> {
  const batchId = ctx.newId()
  const madeBy = personOf(ctx).userId
  await ctx.tx.insert(assignmentBatches).values({ id: batchId, source, madeBy, madeAt: ctx.now })
  const rows = good.flatMap(({ pair, submission, overrideReason }) =>
    submission === undefined
      ? []
      : [
          {
            id: ctx.newId(),
            submissionId: submission.id,
            reviewerId: pair.reviewerId,
            assignedBy: madeBy,
            assignedAt: ctx.now,
            dueAt: pair.dueAt === undefined ? null : new Date(pair.dueAt),
            overrideReason,
            batchId,
          },
        ],
  )
  // PostgreSQL takes 65,535 parameters a statement.
  for (let from = 0; from < rows.length; from += 1000) {
    await ctx.tx.insert(assignments).values(rows.slice(from, from + 1000))
  }
  return batchId
}

async function tellReviewer(ctx: Ctx, reviewerId: string, theirs: readonly PlannedPair[]): Promise<void> {
  const [first, ...others] = theirs
  if (first?.submission === undefined) return
  const { pair, submission } = first
  const dueAt = pair.dueAt === undefined ? null : new Date(pair.dueAt)
  const message =
    others.length === 0
      ? assigned(ctx, submission, dueAt)
      : assignedTogether(
          ctx,
          theirs.map((one) => one.pair.paperId),
        )
  await tell(ctx, [reviewerId], message)
}
