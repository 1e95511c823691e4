import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { payments, submissions } from '#server/db/schema.ts'
import { lastPromisedMoment } from '#shared/payments/business-days.ts'
import type { Settings } from '#shared/settings/contract.ts'
import type { Due } from './which-day.ts'

/** A thing that the organisers together must see to. */
export type OrganiserDue = Omit<Due, 'userId'>

const LONG_AGO = new Date(0)

/**
 * How many reviews are missing, and by when they are wanted: until the deadline those that are due by it, after it those
 * that are overdue, as the list of reviewers counts them. Nothing where none is missing or there is no deadline.
 */
export function missingReviews(
  { now }: Pick<Ctx, 'now'>,
  { deadlines }: Pick<Settings, 'deadlines'>,
  dues: readonly Pick<Due, 'dueAt'>[],
) {
  if (deadlines.review === null) return undefined
  const dueAt = new Date(deadlines.review)
  const isMissing = (due: Date) => (now > dueAt ? due < now : due <= dueAt)
  const count = dues.filter((due) => isMissing(due.dueAt)).length
  if (count === 0) return undefined
  const due: OrganiserDue = {
    thing: 'reviews',
    name: '',
    dueAt,
    since: LONG_AGO,
    closes: null,
  }
  return { count, due }
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
        eq(submissions.stage, 'awaiting_payment'),
      ),
    )
    .orderBy(asc(payments.reportedAt), asc(payments.id))
  return rows.flatMap(({ id, paperId, reportedAt }) => {
    if (reportedAt === null) return []
    const dueAt = lastPromisedMoment(reportedAt, settings)
    return [{ thing: `payment:${id}`, name: paperId, dueAt, since: reportedAt, closes: null }]
  })
}
