import { eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { submissionEvents, submissions } from '#server/db/schema.ts'
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
    Pick<Submission, 'title' | 'abstractRound' | 'paperRound' | 'abstractDecidedAt' | 'deletedAt'>
  >
}

/**
 * Moves a submission along the table of `states.ts` and writes the step into its history: the only writer of a
 * stage. Throws 409 `wrong_state`, changing nothing, where the table does not allow the event. The row must be locked.
 */
export async function move(
  ctx: Ctx,
  submission: Submission,
  event: SubmissionEvent,
  { as, note = null, set = {} }: Move,
): Promise<Submission> {
  assertMay(submission.stage, event)
  const stage = next(submission.stage, event) ?? submission.stage
  const change = { ...set, stage, updatedAt: ctx.now }
  await ctx.tx.update(submissions).set(change).where(eq(submissions.id, submission.id))
  const moved = { ...submission, ...change }
  await ctx.tx.insert(submissionEvents).values({
    id: ctx.newId(),
    submissionId: submission.id,
    kind: timelineKindOf[event],
    fromStage: submission.stage,
    toStage: stage,
    round: roundOf(event, moved),
    note,
    actorId: ctx.actor.kind === 'person' ? ctx.actor.userId : null,
    actorRole: as,
    at: ctx.now,
  })
  return moved
}

/** Throws 409 where the table does not allow an event now; for refusing before any work is done. */
export function assertMay(stage: Stage, event: SubmissionEvent): void {
  if (!may(stage, event)) {
    throw new AppError('wrong_state', `This is not possible now: ${stageInWords[stage]}.`)
  }
}

function roundOf(event: SubmissionEvent, moved: Submission): number {
  return event.includes('abstract') || moved.paperRound === 0 ? moved.abstractRound : moved.paperRound
}
