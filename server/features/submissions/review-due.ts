import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { hasPassed, inZone } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** The name under which a statement has assignments. */
type Of = 'a' | 'assignments'

/**
 * When a review is due, for assignments under a name: as it was set for this one, else at the deadline for
 * reviews, the reviewer's own where that is later. Null where nothing says. The one rule for desk, statistics,
 * reminders and the reviewer's own lists. `settings`: where they were read already.
 */
export async function reviewDue(ctx: Ctx, of: Of = 'a', settings?: Settings): Promise<SQL<Date | null>> {
  const deadline = deadlineUnder(settings ?? (await settingsOf(ctx.tx)), of)
  return sql`coalesce(${sql.raw(of)}.due_at, ${deadline})`.mapWith(assignments.dueAt)
}

/** The part of it that is set for nobody's assignment alone: the deadline for reviews, the reviewer's own where that is later. */
export async function reviewDeadline(ctx: Ctx, of: Of = 'a'): Promise<SQL<Date | null>> {
  return deadlineUnder(await settingsOf(ctx.tx), of)
}

/**
 * The moment, grace included, after which the review of an assignment is refused: what `deadlineWith` says of one person, for
 * lists. Null where there is no deadline for reviews.
 */
export async function reviewCloses(ctx: Ctx, of: Of = 'a'): Promise<SQL<Date | null>> {
  return closesUnder(await settingsOf(ctx.tx), of)
}

/** The deadline for the review of an assignment where that has passed, grace included; else null. */
export function missedReview({ now }: Pick<Ctx, 'now'>, of: Of, settings: Settings): SQL<Date | null> {
  const isOver = sql`${closesUnder(settings, of)} < ${now.toISOString()}::timestamptz`
  return sql`case when ${isOver} then ${lastUnder(settings, of)} end`.mapWith(assignments.dueAt)
}

function deadlineUnder({ deadlines: { review: common } }: Settings, of: Of): SQL<Date | null> {
  const deadline =
    common === null
      ? sql`null::timestamptz`
      : sql`greatest(${common}::timestamptz, (select e.until from deadline_extensions e
          where e.user_id = ${sql.raw(of)}.reviewer_id and e.deadline = 'review'))`
  return deadline.mapWith(assignments.dueAt)
}

function closesUnder(settings: Settings, of: Of): SQL<Date | null> {
  const closes = sql`${lastUnder(settings, of)} + make_interval(mins => ${settings.graceMinutes}::int)`
  return closes.mapWith(assignments.dueAt)
}

/** The deadline for reviews, or what was set for the assignment where that is later; null where there is no deadline. */
function lastUnder(settings: Settings, of: Of): SQL {
  if (settings.deadlines.review === null) return sql`null::timestamptz`
  return sql`greatest(${sql.raw(of)}.due_at, ${deadlineUnder(settings, of)})`
}

/** When the review of a round that begins is due, for one of its reviewers. */
export interface RoundReview {
  userId: string
  /** The moment in words; empty where nothing says, or it has passed. */
  due: string
  /** The deadline in words where their review would be refused, as it has passed; else empty. */
  closed: string
}

/**
 * Begins a round for a paper's reviewers: a due date of their own that has passed was the round's before, and the deadline
 * for reviews holds again as for who is assigned anew.
 */
export async function reviewsOfNewRound(ctx: Ctx, submissionId: string): Promise<RoundReview[]> {
  const theirs = and(eq(assignments.submissionId, submissionId), isNull(assignments.endedAt))
  await ctx.tx
    .update(assignments)
    .set({ dueAt: null })
    .where(and(theirs, lte(assignments.dueAt, ctx.now)))
  const rows = await ctx.tx
    .select({
      userId: assignments.reviewerId,
      due: await reviewDue(ctx, 'assignments'),
      closes: await reviewCloses(ctx, 'assignments'),
    })
    .from(assignments)
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .where(and(theirs, reviewerRole))
    .limit(200)
  const { timeZone } = await settingsOf(ctx.tx)
  return rows.map(({ userId, due, closes }) => ({
    userId,
    due: due === null || due <= ctx.now ? '' : inZone(due, timeZone),
    closed: due !== null && hasPassed(closes, ctx.now) ? inZone(due, timeZone) : '',
  }))
}
