import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, batchDueChanges, submissions, users } from '#server/db/schema.ts'
import { reviewDeadline } from '#server/features/submissions/review-due.ts'
import { type DueMove, moveDues } from './move-dues.ts'

/** What became of the due dates that a batch had changed. */
export interface RestoredDues {
  restored: number
  /** Those that stay as they are now, and why, in words. */
  left: string[]
}

/**
 * Gives what a batch gave another due date the one it had before, and tells the reviewers whose review is waited for. What was
 * changed again since, was due before now, or would be by the deadline for reviews, stays as it is and is named; what ended since
 * is left alone. The papers are held.
 */
export async function restoreDues(ctx: Ctx, batchId: string): Promise<RestoredDues> {
  const changes = await ctx.tx
    .select({
      id: assignments.id,
      reviewerId: assignments.reviewerId,
      reviewer: users.name,
      paperId: submissions.paperId,
      dueAt: assignments.dueAt,
      waiting: assignments.waiting,
      deadline: await reviewDeadline(ctx, 'assignments'),
      before: batchDueChanges.before,
      after: batchDueChanges.after,
      submission: submissions,
    })
    .from(batchDueChanges)
    .innerJoin(assignments, eq(assignments.id, batchDueChanges.assignmentId))
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .where(and(eq(batchDueChanges.batchId, batchId), isNull(assignments.endedAt)))
    .orderBy(asc(submissions.id), asc(assignments.id))
  if (changes.length === 0) return { restored: 0, left: [] }
  const left: string[] = []
  const moves: DueMove[] = []
  for (const change of changes) {
    const why = whyLeft(ctx, change)
    const { id: assignmentId, reviewerId, reviewer, paperId, before: dueAt, waiting, submission } = change
    if (why === undefined) moves.push({ assignmentId, reviewerId, submission, waiting, dueAt })
    else left.push(`${paperId} for ${reviewer} (${why})`)
  }
  await moveDues(ctx, moves)
  return { restored: moves.length, left }
}

interface Change {
  dueAt: Date | null
  before: Date | null
  after: Date | null
  deadline: Date | null
}

/** Why a due date is not given the one before; undefined: it is. */
function whyLeft({ now }: Pick<Ctx, 'now'>, { dueAt, before, after, deadline }: Change): string | undefined {
  if (dueAt?.getTime() !== after?.getTime()) return 'changed since'
  if (before !== null) return before <= now ? 'the earlier due date has passed' : undefined
  return deadline !== null && deadline <= now ? 'the deadline for reviews has passed' : undefined
}
