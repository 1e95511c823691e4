import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { withCount } from '#server/db/found.ts'
import { payments, submissions, users } from '#server/db/schema.ts'
import { latest, walkBy } from '#server/db/sort.ts'
import { countTallied } from '#server/db/tallies.ts'
import { feeIn } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { standing } from '#server/features/submissions/access.ts'
import { isSought } from '#server/features/submissions/money-left.ts'
import { submissionOrders } from '#server/features/submissions/orders.ts'
import { found } from '#server/features/submissions/search.ts'
import { lastLateDay } from '#shared/payments/business-days.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import type { listPayments as contract, Payment } from '#shared/payments/contract.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import type { Settings } from '#shared/settings/contract.ts'
import type { MoneyState } from '#shared/statistics/contract.ts'
import { stages } from '#shared/submissions/states.ts'
import { isOnDesk } from './access.ts'
import { paymentView } from './payment-view.ts'
import { receiptsOf } from './receipts/list-receipts.ts'

type Query = z.output<typeof contract.query>
const verifier = alias(users, 'verifier')

/** Since when the paper awaits payment: its last acceptance. */
const since = sql<string>`coalesce((select max(e.at) from submission_events e
  where e.submission_id = submissions.id and e.to_stage = 'awaiting_payment' and e.kind <> 'payment_reported'),
  submissions.updated_at)`

const asText = (moment: SQL) =>
  sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Statements' lines that count for the paper, the oldest first. */
const lines = sql<Payment['lines'] | null>`(select json_agg(json_build_object(
    'id', b.id, 'date', b.booked_on, 'amount', b.amount::text, 'currency', b.currency, 'payer', b.payer,
    'text', b.text, 'use', b.use) order by b.imported_at, b.id)
  from bank_lines b where b.submission_id = submissions.id and b.released_at is null)`

/** What makes one urgent, the latest first, is kept by the database (migration 0023). */
const orders = { urgent: latest(submissions.paymentUrgency, submissions.id), ...submissionOrders }

/** The payment in force, beside the papers. */
const inForce = and(eq(payments.submissionId, submissions.id), isNull(payments.reopenedAt))

/** The papers of the payments desk, the most urgent first unless asked otherwise. */
export async function listPayments(ctx: Ctx, { limit, cursor, q, status, sort }: Query) {
  const settings = await settingsOf(ctx.tx)
  const fee = feeIn(settings)
  const walk = walkBy(orders, sort, cursor)
  const all = and(
    standing,
    isOnDesk,
    q ? found(q, 'payments') : undefined,
    status ? inStatus(ctx, status, settings) : undefined,
  )
  const page = ctx.tx
    .select({
      s: submissions,
      p: payments,
      payer: { name: users.name, email: users.email, organization: users.organization },
      verifiedBy: verifier.name,
      since: asText(since),
      lines,
      place: walk.place,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .leftJoin(payments, inForce)
    .leftJoin(verifier, eq(verifier.id, payments.verifiedBy))
    .where(and(all, walk.beyond))
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const counting =
    q || status
      ? ctx.tx.select({ count: countAll }).from(submissions).leftJoin(payments, inForce).where(all)
      : countTallied(ctx.tx, 'submissions', ['payment'])
  const view = async (rows: Awaited<typeof page>) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    const receiptsBy = await receiptsOf(
      ctx,
      items.map(({ s }) => s.id),
    )
    return {
      items: items.map((row) => ({
        ...paymentView(row, { now: ctx.now, calendar: settings, fee, currency: settings.feeCurrency }),
        receipts: receiptsBy.get(row.s.id) ?? [],
      })),
      ...more,
    }
  }
  return withCount(
    ctx.tx,
    () => counting,
    () => page.then(view),
  )
}

/** How many papers the payments desk lists under each filter of the statistics. */
export async function countPayments(ctx: Ctx): Promise<Record<MoneyState, number>> {
  const settings = await settingsOf(ctx.tx)
  const under = (status: MoneyState) =>
    sql<number>`(count(*) filter (where ${inStatus(ctx, status, settings)}))::int`
  const [row] = await ctx.tx
    .select({
      awaiting: under('awaiting'),
      reported: under('reported'),
      late: under('late'),
      verified: under('verified'),
      part: under('part'),
      over: under('over'),
      held: under('held'),
      sought: under('sought'),
    })
    .from(submissions)
    .leftJoin(payments, inForce)
    .where(and(standing, isOnDesk))
  if (row === undefined) throw new Error('A count without a group has one row.')
  return row
}

const charged = inArray(submissions.stage, stages.filter(isCharged))

/** Of papers that are charged; `held` and `sought` of others. */
function inStatus(ctx: Ctx, status: string, settings: Settings): SQL | undefined {
  if (status === 'sought') return and(not(charged), isSought)
  if (status === 'held') return and(not(charged), or(isSought, sql`holds_money(${submissions.id})`))
  return and(charged, chargedIn(ctx, status, settings))
}

function chargedIn(ctx: Ctx, status: string, settings: Settings): SQL | undefined {
  const unverified = isNull(payments.verifiedAt)
  if (status === 'verified') return isNotNull(payments.verifiedAt)
  // Asked as what is not there: PostgreSQL reckons with no paper that has no payment where columns of the joined row are asked.
  if (status === 'awaiting')
    return sql`not exists (select from payments p where p.submission_id = submissions.id and p.reopened_at is null
      and (p.verified_at is not null or (p.reported_at is not null and p.answered_at is null)))`
  if (status === 'reported') return isSought
  if (status === 'late') {
    const reportedOn = sql`(${payments.reportedAt} at time zone ${settings.timeZone})::date`
    return and(isSought, sql`${reportedOn} <= ${lastLateDay(ctx.now, settings)}::date`)
  }
  const arrived = (which: SQL) => sql`(select coalesce(sum(b.amount), 0) from bank_lines b
    where b.submission_id = submissions.id and b.released_at is null and ${which})`
  // As `balanceOf` judges: by the fee as it was when the payment was verified. What names no currency is in the fee's,
  // and no other currency is held against the fee.
  const now = feeIn(settings)
  const fee = sql`case when ${unverified} then ${now === undefined ? null : decimalOf(now.cents)}::numeric
    else ${payments.feeAmount} end`
  const currency = sql`coalesce(${payments.feeCurrency}, ${settings.feeCurrency})`
  const foreign = sql`(${fee} is not null and ${arrived(sql`b.currency <> ${currency}`)} > 0)`
  if (status === 'foreign') return foreign
  const again = arrived(sql`b.use = 'double'`)
  const first = sql`coalesce(${payments.amount}, case when not (${unverified}) then ${payments.feeAmount} end,
    ${arrived(sql`b.use <> 'double'`)})`
  const total = sql`${first} + ${again}`
  if (status === 'part') return sql`(not ${foreign} and ${total} > 0 and ${total} < ${fee})`
  if (status === 'over') return sql`case when ${foreign} then ${again} > 0 else ${total} > ${fee} end`
  return sql`false`
}
