import { isNotNull, or, sql } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { submissions } from '#server/db/schema.ts'
import { lockAnySubmission, type Submission } from '#server/features/submissions/access.ts'

/**
 * The papers that the payments desk knows: those that are charged, and others for which money came, or was said to come,
 * before they were withdrawn or reopened. The database keeps it (migration 0053).
 */
export const isOnDesk = isNotNull(submissions.paymentUrgency)

/**
 * The papers for which a statement may have money: those of the desk, and others that awaited a payment once. A bank takes days:
 * who paid before they withdrew need not have reported it. A scalar, so that each paper's own few events are read.
 */
export const mayBePaid = or(
  isOnDesk,
  sql`(select true from submission_events e
    where e.submission_id = ${submissions.id} and e.to_stage = 'awaiting_payment' limit 1)`,
)

/**
 * A paper of the payments desk, held for this transaction, or 404: who is not an admin does not learn of any other
 * (decisions.md §5).
 */
export async function lockOnDesk(ctx: Ctx, paperId: string): Promise<Submission> {
  const submission = await lockAnySubmission(ctx, { paperId })
  const knowsAll = personOf(ctx).permissions.includes('admin')
  if (!knowsAll && submission.paymentUrgency === null) throw notFound(`Paper ${paperId}`)
  return submission
}
