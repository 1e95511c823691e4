import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, batchDueChanges, submissions, users } from '#server/db/schema.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { dueChanged } from '#server/features/reviewing/reviewer-messages.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'

/** What became of the due dates that a batch had changed. */
export interface RestoredDues {
  restored: number
  /** Those that stay as they are now, and why, in words. */
  left: string[]
}

/**
 * Gives what a batch gave another due date the one it had before, and tells the reviewers. What was changed again since,
 * or was due before now, stays as it is and is named; what ended since is left alone. The papers are held.
 */
export async function restoreDues(ctx: Ctx, batchId: string): Promise<RestoredDues> {
  const changes = await ctx.tx
    .select({
      id: assignments.id,
      reviewerId: assignments.reviewerId,
      reviewer: users.name,
      paperId: submissions.paperId,
      dueAt: assignments.dueAt,
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
  const { timeZone } = await settingsOf(ctx.tx)
  const due = await reviewDue(ctx, 'assignments')
  const left: string[] = []
  const told = []
  for (const { id, reviewerId, reviewer, paperId, dueAt, before, after, submission } of changes) {
    const isChanged = dueAt?.getTime() !== after?.getTime()
    if (isChanged || (before !== null && before <= ctx.now)) {
      left.push(
        `${paperId} for ${reviewer} (${isChanged ? 'changed since' : 'the earlier due date has passed'})`,
      )
      continue
    }
    const [restored] = await ctx.tx
      .update(assignments)
      .set({ dueAt: before })
      .where(eq(assignments.id, id))
      .returning({ due })
    told.push({
      userId: reviewerId,
      message: dueChanged(ctx, submission, restored?.due ?? null, timeZone),
    })
  }
  await tellEach(ctx, told)
  return { restored: told.length, left }
}
