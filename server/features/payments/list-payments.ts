import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { payments, submissions, users } from '#server/db/schema.ts'
import { containing } from '#server/db/search.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import type { searchQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { businessDaysBetween, lastLateDay, PROMISED_BUSINESS_DAYS } from '#shared/payments/business-days.ts'
import type { Payment } from '#shared/payments/contract.ts'
import { isOnDesk } from './access.ts'

type Query = z.output<typeof searchQuery>
const verifier = alias(users, 'verifier')

/** Since when the paper awaits payment: its last acceptance. */
const since = sql<string>`coalesce((select max(e.at) from submission_events e
  where e.submission_id = submissions.id and e.to_stage = 'awaiting_payment' and e.kind <> 'payment_reported'),
  submissions.updated_at)`

/** Papers that await payment or are paid, last changed first. */
export async function listPayments(ctx: Ctx, { limit, cursor, q, status }: Query) {
  const { timeZone } = await settingsOf(ctx.tx)
  const after = decodeCursor(cursor)
  const all = and(
    standing,
    isOnDesk,
    q ? matching(q) : undefined,
    status ? inStatus(ctx, status, timeZone) : undefined,
  )
  const rows = await ctx.tx
    .select({
      s: submissions,
      p: payments,
      payer: { name: users.name, email: users.email, organization: users.organization },
      verifiedBy: verifier.name,
      since: sql<string>`to_char(${since} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .leftJoin(payments, and(eq(payments.submissionId, submissions.id), isNull(payments.reopenedAt)))
    .leftJoin(verifier, eq(verifier.id, payments.verifiedBy))
    .where(and(all, beyond(after, submissions.updatedAt, submissions.id)))
    .orderBy(desc(submissions.updatedAt), desc(submissions.id))
    .limit(limit + 1)
  const [total] = await ctx.tx
    .select({ count: countAll })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .leftJoin(payments, and(eq(payments.submissionId, submissions.id), isNull(payments.reopenedAt)))
    .where(all)
  const { items, ...more } = pageOf(rows, limit, ({ s }) => ({ at: s.updatedAt, id: s.id }))
  return {
    items: items.map(({ s, p, payer, verifiedBy, since: from }) =>
      paymentView(s, p, payer, verifiedBy, new Date(from), ctx.now, timeZone),
    ),
    count: total?.count ?? 0,
    ...more,
  }
}

function paymentView(
  s: Submission,
  p: typeof payments.$inferSelect | null,
  payer: Payment['payer'],
  verifiedBy: string | null,
  since: Date,
  now: Date,
  timeZone: string,
): Payment {
  const verifiedAt = p?.verifiedAt ?? null
  const reportedAt = p?.reportedAt ?? null
  const age = businessDaysBetween(reportedAt ?? since, verifiedAt ?? now, timeZone)
  return {
    paperId: s.paperId,
    title: s.title,
    payer,
    state: verifiedAt !== null ? 'verified' : reportedAt !== null ? 'reported' : 'awaiting',
    since: toTimestamp(since),
    reportedAt: reportedAt === null ? null : toTimestamp(reportedAt),
    paidAt: p?.paidOn ?? null,
    authorNote: p?.authorNote ?? null,
    ageBusinessDays: age,
    late: verifiedAt === null && reportedAt !== null && age > PROMISED_BUSINESS_DAYS,
    verified:
      p === null || verifiedAt === null
        ? null
        : {
            at: toTimestamp(verifiedAt),
            by: verifiedBy ?? '',
            reference: p.reference,
            amount: p.amount,
            note: p.note,
          },
  }
}

function matching(q: string): SQL | undefined {
  const like = containing(q)
  return or(
    ilike(submissions.paperId, like),
    ilike(submissions.title, like),
    ilike(users.name, like),
    ilike(users.email, like),
    ilike(users.organization, like),
    ilike(payments.reference, like),
  )
}

function inStatus(ctx: Ctx, status: string, timeZone: string): SQL | undefined {
  const unverified = isNull(payments.verifiedAt)
  if (status === 'verified') return isNotNull(payments.verifiedAt)
  if (status === 'awaiting') return and(unverified, isNull(payments.reportedAt))
  if (status === 'reported') return and(unverified, isNotNull(payments.reportedAt))
  if (status === 'late') {
    const reportedOn = sql`(${payments.reportedAt} at time zone ${timeZone})::date`
    return and(unverified, sql`${reportedOn} <= ${lastLateDay(ctx.now, timeZone)}::date`)
  }
  return sql`false`
}
