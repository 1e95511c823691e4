import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { payments, submissions } from '#server/db/schema.ts'
import { waitingReviews } from '#server/features/reviewing/reviewer-role.ts'
import { lastPromisedMoment } from '#shared/payments/business-days.ts'
import type { Settings } from '#shared/settings/contract.ts'
import type { Due } from './which-day.ts'

/** A thing that the organisers together must see to. */
export type OrganiserDue = Omit<Due, 'userId'>

const LONG_AGO = new Date(0)

/** How many reviews are missing, and by when they are wanted; nothing where none is missing or there is no deadline. */
export async function missingReviews(ctx: Ctx, { deadlines }: Settings) {
  if (deadlines.review === null) return undefined
  const [row] = await rowsOf<{ count: number }>(ctx.tx, sql`select count(*)::int as count ${waitingReviews}`)
  if (row === undefined || row.count === 0) return undefined
  const due: OrganiserDue = {
    thing: 'reviews',
    name: '',
    dueAt: new Date(deadlines.review),
    since: LONG_AGO,
    closes: null,
  }
  return { count: row.count, due }
}

/** Payments that authors reported and nobody verified, each due on the last of the promised business days. */
export async function paymentDues(ctx: Ctx, settings: Settings): Promise<OrganiserDue[]> {
  const rows = await ctx.tx
    .select({ id: payments.id, paperId: submissions.paperId, reportedAt: payments.reportedAt })
    .from(payments)
    .innerJoin(submissions, eq(submissions.id, payments.submissionId))
    .where(
      and(
        isNotNull(payments.reportedAt),
        isNull(payments.answeredAt),
        isNull(payments.verifiedAt),
        isNull(payments.reopenedAt),
        isNull(submissions.deletedAt),
      ),
    )
    .orderBy(asc(payments.reportedAt), asc(payments.id))
  return rows.flatMap(({ id, paperId, reportedAt }) => {
    if (reportedAt === null) return []
    const dueAt = lastPromisedMoment(reportedAt, settings)
    return [{ thing: `payment:${id}`, name: paperId, dueAt, since: reportedAt, closes: null }]
  })
}
