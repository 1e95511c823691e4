import { inArray } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { submissionEvents, submissions } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { stageInWords, timelineKindOf } from '#shared/submissions/event-words.ts'
import { may, next, type Stage, type SubmissionEvent } from '#shared/submissions/states.ts'
import type { Submission } from './access.ts'

/** As whom somebody acts: a person may be author and reviewer at once. */
type ActingRole = 'author' | 'reviewer' | 'admin' | 'staff' | 'system'

interface Move {
  as: ActingRole
  /** Comment or reason, kept as typed. */
  note?: string | null
  /** Columns that change with the stage. */
  set?: Partial<
    Pick<
      Submission,
      'title' | 'pdfTitle' | 'abstractRound' | 'paperRound' | 'abstractDecidedAt' | 'deletedAt'
    >
  >
}

/**
 * Moves a submission along the table of `states.ts` and writes the step into its history. Throws 409 `wrong_state`,
 * changing nothing, where the table does not allow the event. The row must be locked.
 */
export async function move(
  ctx: Ctx,
  submission: Submission,
  event: SubmissionEvent,
  how: Move,
): Promise<Submission> {
  const [moved] = await moveAll(ctx, [submission], event, how)
  if (moved === undefined) throw new Error('nothing was moved')
  return moved
}

/** As {@link move}, several together with two statements, in the given order: the only writer of a stage. */
export async function moveAll(
  ctx: Ctx,
  all: readonly Submission[],
  event: SubmissionEvent,
  { as, note = null, set = {} }: Move,
): Promise<Submission[]> {
  const moves = all.map((submission) => {
    assertMay(submission.stage, event)
    const stage = next(submission.stage, event) ?? submission.stage
    const change = { ...set, stage, updatedAt: momentAfter(submission, ctx.now) }
    return { submission, change, moved: { ...submission, ...change } }
  })
  for (const [, together] of groupBy(
    moves,
    ({ change }) => `${change.stage} ${change.updatedAt.getTime()}`,
  )) {
    const [first] = together
    if (first === undefined) continue
    const ids = together.map(({ submission }) => submission.id)
    await ctx.tx.update(submissions).set(first.change).where(inArray(submissions.id, ids))
  }
  if (moves.length === 0) return []
  const events = moves.map(({ submission, moved }) => ({
    id: ctx.newId(),
    submissionId: submission.id,
    kind: timelineKindOf[event],
    fromStage: submission.stage,
    toStage: moved.stage,
    round: roundOf(event, moved),
    note,
    actorId: ctx.actor.kind === 'person' ? ctx.actor.userId : null,
    actorRole: as,
    at: moved.updatedAt,
  }))
  await ctx.tx.insert(submissionEvents).select(rowsInOne(submissionEvents, events))
  return moves.map(({ moved }) => moved)
}

/**
 * When a step happens: now, or where the portal's clock was set back since the last one, right after that. The history is
 * read in the order of its moments, and the newest decision is the one in force.
 */
export function momentAfter({ updatedAt }: Pick<Submission, 'updatedAt'>, now: Date): Date {
  return now < updatedAt ? new Date(updatedAt.getTime() + 1) : now
}

/** Why the table does not allow an event now; null where it does. */
export function whyNot(stage: Stage, event: SubmissionEvent): string | null {
  return may(stage, event) ? null : `This is not possible now: ${stageInWords[stage]}.`
}

/** Throws 409 where the table does not allow an event now; for refusing before any work is done. */
export function assertMay(stage: Stage, event: SubmissionEvent): void {
  const why = whyNot(stage, event)
  if (why !== null) throw new AppError('wrong_state', why)
}

/** The round of assessment that a step belongs to: the abstract’s or the paper’s. */
export function roundOf(
  event: SubmissionEvent,
  moved: Pick<Submission, 'abstractRound' | 'paperRound'>,
): number {
  return event.includes('abstract') || moved.paperRound === 0 ? moved.abstractRound : moved.paperRound
}
