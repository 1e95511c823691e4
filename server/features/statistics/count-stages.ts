import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { tallyOf } from '#server/db/tallies.ts'
import { steps } from '#shared/statistics/contract.ts'
import { stages } from '#shared/submissions/states.ts'
import type { TimelineKind } from '#shared/submissions/timeline.ts'

/** How many submissions stand in each stage now; every stage, in the order of a submission's life. */
export async function countStages(ctx: Ctx) {
  const standingAt = await tallyOf(ctx.tx, 'submissions')
  return stages.map((stage) => ({ stage, count: standingAt(stage) }))
}

/** What in the history shows that a submission got as far. */
const shownBy: Record<(typeof steps)[number], TimelineKind> = {
  submitted: 'abstract_submitted',
  abstract_accepted: 'abstract_accepted',
  paper_submitted: 'paper_submitted',
  paper_accepted: 'paper_approved',
  paid: 'payment_verified',
}

/**
 * How many submissions got as far as each step, each once, whatever became of it later. What was paid and taken back is
 * not paid, as at the payments desk.
 */
export async function countSteps(ctx: Ctx) {
  const rows = await rowsOf<{ kind: TimelineKind; count: number }>(
    ctx.tx,
    sql`select e.kind, count(distinct e.submission_id)::int as count
      from submission_events e join submissions s on s.id = e.submission_id
      where s.deleted_at is null and (e.kind <> 'payment_verified' or s.stage = 'complete')
      group by e.kind`,
  )
  const found = new Map(rows.map(({ kind, count }) => [kind, count]))
  return steps.map((step) => ({ step, count: found.get(shownBy[step]) ?? 0 }))
}
