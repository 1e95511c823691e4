import { and, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { doMany } from '#server/core/do-many.ts'
import { rowsOf } from '#server/db/db.ts'
import { assignments, submissions, users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { reviewCloses } from '#server/features/submissions/review-due.ts'
import { DAY_MS } from '#shared/core/calendar.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { ManyRow } from '#shared/core/many.ts'
import { reviewsOverdue } from './reviewer-messages.ts'
import { overdueReviews } from './reviewer-role.ts'

const TOO_LATE =
  'The deadline for reviews has passed, and their review would be refused. Give them more time first: they are told.'
const TOO_SOON = 'They were reminded less than a day ago.'

const aDayAgo = (ctx: Ctx) => new Date(ctx.now.getTime() - DAY_MS)

/** Whom a reminder would reach, and of which papers. Changes nothing. */
export async function previewReminders(ctx: Ctx, reviewerIds: readonly string[]) {
  return { rows: await judged(ctx, reviewerIds) }
}

/**
 * Reminds reviewers of their overdue reviews (decisions.md §8), each by one message that names all of them; of no paper
 * twice within a day, whoever asks, and of none whose review would be refused.
 */
export async function remindReviewers(ctx: Ctx, reviewerIds: readonly string[]) {
  const rows = await doMany(ctx, await judged(ctx, reviewerIds), async (inside, reviewerId) => {
    const papers = await markReminded(inside, reviewerId)
    if (papers.length === 0) throw new AppError('wrong_state', TOO_SOON)
    await tell(inside, [reviewerId], reviewsOverdue(inside, papers))
  })
  return { rows }
}

/** Notes the reminder on what is overdue; of two at once, the second finds it noted. Gives the papers' ids. */
async function markReminded(ctx: Ctx, reviewerId: string): Promise<string[]> {
  const overdue = await overdueReviews(ctx)
  const theirs = sql`${assignments.id} in (select a.id ${overdue} and a.reviewer_id = ${reviewerId})`
  const notLately = or(isNull(assignments.remindedAt), lte(assignments.remindedAt, aDayAgo(ctx)))
  const stillTaken = sql`(${await reviewCloses(ctx, 'assignments')} < ${ctx.now.toISOString()}::timestamptz) is not true`
  const marked = await ctx.tx
    .update(assignments)
    .set({ remindedAt: ctx.now })
    .where(and(theirs, notLately, stillTaken))
    .returning({ submissionId: assignments.submissionId })
  if (marked.length === 0) return []
  const papers = await ctx.tx
    .select({ paperId: submissions.paperId })
    .from(submissions)
    .where(
      inArray(
        submissions.id,
        marked.map(({ submissionId }) => submissionId),
      ),
    )
    .orderBy(submissions.serial)
  return papers.map(({ paperId }) => paperId)
}

async function judged(ctx: Ctx, reviewerIds: readonly string[]): Promise<ManyRow[]> {
  const people = await ctx.tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.id, [...reviewerIds]), reviewerRole))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const late = groupBy(await overdueOf(ctx, [...names.keys()]), ({ reviewerId }) => reviewerId)
  const seen = new Set<string>()
  return reviewerIds.map((id) => {
    const { facts, problem } = judgementOf(late.get(id) ?? [], names.has(id), seen.has(id))
    seen.add(id)
    return { id, name: names.get(id) ?? null, facts, problem }
  })
}

interface Overdue extends Record<string, unknown> {
  reviewerId: string
  paperId: string
  lately: boolean
  closed: boolean
}

async function overdueOf(ctx: Ctx, reviewerIds: readonly string[]): Promise<Overdue[]> {
  if (reviewerIds.length === 0) return []
  return rowsOf<Overdue>(
    ctx.tx,
    sql`select a.reviewer_id as "reviewerId", s.paper_id as "paperId",
      coalesce(a.reminded_at > ${aDayAgo(ctx).toISOString()}::timestamptz, false) as lately,
      coalesce(${await reviewCloses(ctx)} < ${ctx.now.toISOString()}::timestamptz, false) as closed
      ${await overdueReviews(ctx)} and a.reviewer_id in ${[...reviewerIds]} order by s.serial`,
  )
}

function judgementOf(late: readonly Overdue[], isReviewer: boolean, isTwice: boolean) {
  const taken = late.filter(({ closed }) => !closed)
  const open = taken.filter(({ lately }) => !lately)
  const refuse = (problem: string) => ({ facts: [], problem })
  if (!isReviewer) return refuse('There is no such reviewer.')
  if (isTwice) return refuse('They are named twice.')
  if (late.length === 0) return refuse('Nothing of theirs is overdue.')
  if (taken.length === 0) return refuse(TOO_LATE)
  if (open.length === 0) return refuse(TOO_SOON)
  const count = open.length === 1 ? '1 overdue review' : `${open.length} overdue reviews`
  return { facts: [count, open.map(({ paperId }) => paperId).join(', ')], problem: null }
}
