import type { Ctx } from '#server/core/ctx.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { TimelineEntry } from '#shared/submissions/timeline.ts'
import { historyOf } from './verdicts.ts'

/**
 * A submission's way, oldest step first. `by` is the role that acted, never a name: authors do not learn who
 * reviewed, and an organiser's own name is nobody's business either.
 */
export async function timelineOf(ctx: Ctx, submissionId: string): Promise<TimelineEntry[]> {
  const rows = await historyOf(ctx, submissionId)
  return rows.map((row) => ({
    kind: row.kind,
    at: toTimestamp(row.at),
    by: row.actorRole,
    round: row.round,
    note: row.note,
  }))
}
