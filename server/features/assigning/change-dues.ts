import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, batchDueChanges } from '#server/db/schema.ts'
import { type DueMove, moveDues } from './move-dues.ts'
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
 * Gives what is assigned already the due dates of its pairs, and tells each reviewer whose reviews are waited for
 * once. What each was before is kept with the batch, which takes it back. The papers are held.
 */
export async function changeDues(
  ctx: Ctx,
  planned: readonly PlannedPair[],
  batchId: string | null,
): Promise<void> {
  if (planned.length === 0) return
  const before = await standingOn(ctx, planned)
  const moves: DueMove[] = []
  const changes: DueChange[] = []
  for (const { pair, row, submission } of planned) {
    const assignment = before.get(`${submission?.id} ${pair.reviewerId}`)
    if (submission === undefined || assignment === undefined || row.dueChange === null) continue
    const { id: assignmentId, reviewerId, waiting } = assignment
    const dueAt = row.dueChange.to === null ? null : new Date(row.dueChange.to)
    moves.push({ assignmentId, reviewerId, submission, waiting, dueAt })
    changes.push({ assignmentId, before: assignment.dueAt, after: dueAt })
  }
  if (batchId !== null) await keep(ctx, batchId, changes)
  await moveDues(ctx, moves)
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
      waiting: assignments.waiting,
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
