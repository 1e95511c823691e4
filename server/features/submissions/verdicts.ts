import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { submissionEvents } from '#server/db/schema.ts'
import type { Stage } from '#shared/submissions/states.ts'
import type { TimelineKind } from '#shared/submissions/timeline.ts'

/** The decision in force on an abstract or a paper: the latest one, unless the matter is open again. */
export interface VerdictInForce {
  verdict: 'approved' | 'request_change' | 'declined'
  note: string | null
  at: Date | null
}

type Kinds = Partial<Record<Stage, { verdict: VerdictInForce['verdict']; kind: TimelineKind }>>

const approvedAbstract = { verdict: 'approved', kind: 'abstract_accepted' } as const
const paperAccepted = { verdict: 'approved', kind: 'paper_approved' } as const

/** Which step of the history made the decision in force, by stage. */
export const abstractVerdictBy: Kinds = {
  abstract_awaiting_resubmission: { verdict: 'request_change', kind: 'abstract_change_requested' },
  abstract_declined: { verdict: 'declined', kind: 'abstract_declined' },
  awaiting_paper: approvedAbstract,
  paper_submitted: approvedAbstract,
  reviewer_declined: approvedAbstract,
  paper_awaiting_resubmission: approvedAbstract,
  paper_declined: approvedAbstract,
  awaiting_payment: approvedAbstract,
  complete: approvedAbstract,
}

export const paperVerdictBy: Kinds = {
  paper_awaiting_resubmission: { verdict: 'request_change', kind: 'paper_change_requested' },
  paper_declined: { verdict: 'declined', kind: 'paper_declined' },
  awaiting_payment: paperAccepted,
  complete: paperAccepted,
}

type EventRow = typeof submissionEvents.$inferSelect
/** The latest event of each kind, by submission and kind. */
export type LatestEvents = Map<string, EventRow>

const DECISIONS: TimelineKind[] = [
  'abstract_accepted',
  'abstract_change_requested',
  'abstract_declined',
  'paper_approved',
  'paper_change_requested',
  'paper_declined',
  'paper_reviewer_declined',
  'withdrawn',
]

/** The decisions on an abstract. */
export const abstractDecisions = DECISIONS.filter((kind) => kind.startsWith('abstract_'))

/** Reads the latest decision of each kind, of these ones alone where some are named, for a page of submissions in one query. */
export async function latestDecisions(
  ctx: Ctx,
  ids: readonly string[],
  kinds: readonly TimelineKind[] = DECISIONS,
): Promise<LatestEvents> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .selectDistinctOn([submissionEvents.submissionId, submissionEvents.kind])
    .from(submissionEvents)
    .where(and(anyOf(submissionEvents.submissionId, ids), anyOf(submissionEvents.kind, kinds)))
    .orderBy(
      submissionEvents.submissionId,
      submissionEvents.kind,
      desc(submissionEvents.at),
      desc(submissionEvents.id),
    )
  return new Map(rows.map((row) => [`${row.submissionId} ${row.kind}`, row]))
}

/** The event of a kind, if it ever happened. */
export function eventOf(
  latest: LatestEvents,
  submissionId: string,
  kind: TimelineKind,
): EventRow | undefined {
  return latest.get(`${submissionId} ${kind}`)
}

/** The decision in force, read off the stage; null while the matter is open or was never decided. */
export function verdictIn(
  by: Kinds,
  latest: LatestEvents,
  s: { id: string; stage: Stage },
): VerdictInForce | null {
  const entry = by[s.stage]
  if (entry === undefined) return null
  const made = eventOf(latest, s.id, entry.kind)
  return { verdict: entry.verdict, note: made?.note ?? null, at: made?.at ?? null }
}

/** A submission's whole history, oldest first. */
export async function historyOf(ctx: Ctx, submissionId: string): Promise<EventRow[]> {
  return ctx.tx
    .select()
    .from(submissionEvents)
    .where(eq(submissionEvents.submissionId, submissionId))
    .orderBy(submissionEvents.at, submissionEvents.id)
    .limit(500)
}
