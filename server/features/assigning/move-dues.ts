import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments } from '#server/db/schema.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { dueChanged } from '#server/features/reviewing/reviewer-messages.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { duesChangedTogether } from './messages.ts'

/** Another due date of an assignment's own; null: the deadline for reviews. */
export interface DueMove {
  assignmentId: string
  reviewerId: string
  submission: Submission
  /** Its review is waited for: its reviewer is told. */
  waiting: boolean
  dueAt: Date | null
}

/**
 * Gives assignments other due dates, any number in one statement, and tells each reviewer whose reviews are waited for once of all
 * of theirs. The papers are held.
 */
export async function moveDues(ctx: Ctx, moves: readonly DueMove[]): Promise<void> {
  if (moves.length === 0) return
  const given = JSON.stringify(moves.map(({ assignmentId, dueAt }) => ({ id: assignmentId, due: dueAt })))
  const changed = await ctx.tx
    .update(assignments)
    .set({ dueAt: sql`given.due` })
    .from(sql`jsonb_to_recordset(${given}::jsonb) as given(id uuid, due timestamptz)`)
    .where(sql`${assignments.id} = given.id`)
    .returning({ id: assignments.id, due: await reviewDue(ctx, 'assignments') })
  const dueOf = new Map(changed.map(({ id, due }) => [id, due]))
  const { timeZone } = await settingsOf(ctx.tx)
  const told = moves
    .filter(({ waiting }) => waiting)
    .map(({ assignmentId, ...move }) => ({ ...move, due: dueOf.get(assignmentId) ?? null }))
  await tellEach(
    ctx,
    [...groupBy(told, ({ reviewerId }) => reviewerId)].map(([userId, theirs]) => {
      const [first, ...others] = theirs
      const papers = theirs.map(({ submission: { paperId }, due }) => ({ paperId, due }))
      const message =
        first !== undefined && others.length === 0
          ? dueChanged(ctx, first.submission, first.due, timeZone)
          : duesChangedTogether(ctx, papers, timeZone)
      return { userId, message }
    }),
  )
}
