import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { assignments, batchDueChanges } from '#server/db/schema.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { dueChanged } from '#server/features/reviewing/reviewer-messages.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import type { PlannedPair } from './plan.ts'

/** PostgreSQL takes 65,535 parameters a statement. */
const AT_ONCE = 1000

/** The due date of an assignment's own, before and after; null: the deadline for reviews. */
interface DueChange {
  assignmentId: string
  before: Date | null
  after: Date | null
}

/**
 * Gives what is assigned already the due dates of its pairs, and tells the reviewers, each paper once. What each was before
 * is kept with the batch, which takes it back. The papers are held.
 */
export async function changeDues(
  ctx: Ctx,
  planned: readonly PlannedPair[],
  batchId: string | null,
): Promise<void> {
  if (planned.length === 0) return
  const before = await standingOn(ctx, planned)
  const { timeZone } = await settingsOf(ctx.tx)
  const due = await reviewDue(ctx, 'assignments')
  const told: { userId: string; message: Message }[] = []
  const changes: DueChange[] = []
  for (const { pair, row, submission } of planned) {
    const assignment = before.get(`${submission?.id} ${pair.reviewerId}`)
    if (submission === undefined || assignment === undefined || row.dueChange === null) continue
    const dueAt = row.dueChange.to === null ? null : new Date(row.dueChange.to)
    const [changed] = await ctx.tx
      .update(assignments)
      .set({ dueAt })
      .where(eq(assignments.id, assignment.id))
      .returning({ due })
    changes.push({ assignmentId: assignment.id, before: assignment.dueAt, after: dueAt })
    told.push({
      userId: pair.reviewerId,
      message: dueChanged(ctx, submission, changed?.due ?? null, timeZone),
    })
  }
  if (batchId !== null) await keep(ctx, batchId, changes)
  await tellEach(ctx, told)
}

/** Who is on the papers of some pairs, as `submission reviewer`, with the due date of their own. */
async function standingOn(ctx: Ctx, planned: readonly PlannedPair[]) {
  const ids = [...new Set(planned.flatMap(({ submission }) => submission?.id ?? []))]
  const rows = await ctx.tx
    .select({
      id: assignments.id,
      submissionId: assignments.submissionId,
      reviewerId: assignments.reviewerId,
      dueAt: assignments.dueAt,
    })
    .from(assignments)
    .where(and(inArray(assignments.submissionId, ids), isNull(assignments.endedAt)))
  return new Map(rows.map((row) => [`${row.submissionId} ${row.reviewerId}`, row]))
}

async function keep(ctx: Ctx, batchId: string, changes: readonly DueChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += AT_ONCE) {
    const some = changes.slice(from, from + AT_ONCE)
    await ctx.tx.insert(batchDueChanges).values(some.map((change) => ({ batchId, ...change })))
  }
}
