import { inArray } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { submissions } from '#server/db/schema.ts'
import { lockAnySubmission, type Submission } from '#server/features/submissions/access.ts'
import type { Stage } from '#shared/submissions/states.ts'

/** The papers that the payments desk knows: accepted, and paid or to be paid. */
const onDesk: readonly Stage[] = ['awaiting_payment', 'complete']
export const isOnDesk = inArray(submissions.stage, [...onDesk])
export const standsOnDesk = ({ stage }: Submission): boolean => onDesk.includes(stage)

/**
 * A paper of the payments desk, held for this transaction, or 404: who is not an admin does not learn of any other
 * (decisions.md §5).
 */
export async function lockOnDesk(ctx: Ctx, paperId: string): Promise<Submission> {
  const submission = await lockAnySubmission(ctx, { paperId })
  const knowsAll = personOf(ctx).permissions.includes('admin')
  if (!knowsAll && !standsOnDesk(submission)) throw notFound(`Paper ${paperId}`)
  return submission
}
