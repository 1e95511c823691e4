import { and, eq, exists, gt, isNull, lte, ne, or, type Placeholder, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { assignments, conflicts, reviews, submissions, versions } from '#server/db/schema.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { may } from '#shared/submissions/states.ts'

/** An assignment as stored. */
export type Assignment = typeof assignments.$inferSelect

/** A reviewer's id, or where it comes in a statement that is built once. */
type ReviewerId = string | Placeholder
/** What conditions are built with. */
type Builder = Pick<Ctx, 'tx'>

/** Papers, as far as reviewers are concerned: submitted, and not the reviewer's own. */
export function reviewable(reviewerId: ReviewerId) {
  return and(standing, gt(submissions.paperRound, 0), ne(submissions.authorId, reviewerId))
}

/** Whether a paper is assigned to a reviewer now. */
export function assignedTo(ctx: Builder, reviewerId: ReviewerId) {
  return exists(
    ctx.tx
      .select({ one: sql`1` })
      .from(assignments)
      .where(
        and(
          eq(assignments.submissionId, submissions.id),
          eq(assignments.reviewerId, reviewerId),
          isNull(assignments.endedAt),
        ),
      ),
  )
}

/**
 * What a reviewer may see: papers assigned to them now, and those they have reviewed, unless a conflict was declared
 * since. The one condition behind their lists, previews and file links (decisions.md §5).
 */
export function visibleTo(ctx: Builder, reviewerId: ReviewerId) {
  const reviewed = ctx.tx
    .select({ one: sql`1` })
    .from(reviews)
    .where(and(eq(reviews.submissionId, submissions.id), eq(reviews.reviewerId, reviewerId)))
  const conflicted = ctx.tx
    .select({ one: sql`1` })
    .from(conflicts)
    .where(and(eq(conflicts.submissionId, submissions.id), eq(conflicts.reviewerId, reviewerId)))
  return and(
    reviewable(reviewerId),
    or(assignedTo(ctx, reviewerId), exists(reviewed)),
    sql`not ${exists(conflicted)}`,
  )
}

/**
 * Which versions of a paper that they may see a reviewer reads: all while it is assigned to them, afterwards what was there when
 * they reviewed it last. A condition on versions beside their submissions.
 */
export function readableBy(ctx: Builder, reviewerId: ReviewerId) {
  const theirs = and(eq(reviews.submissionId, submissions.id), eq(reviews.reviewerId, reviewerId))
  const lastReview = sql`(select max(${reviews.submittedAt}) from ${reviews} where ${theirs})`
  return or(assignedTo(ctx, reviewerId), lte(versions.createdAt, lastReview))
}

/** A paper the acting reviewer may see, or 404. */
export async function visiblePaper(ctx: Ctx, paperId: string): Promise<Submission> {
  const where = and(eq(submissions.paperId, paperId), visibleTo(ctx, personOf(ctx).userId))
  const [row] = await ctx.tx.select().from(submissions).where(where)
  if (row === undefined) throw notFound(`Paper ${paperId}`)
  return row
}

/** Whether a paper is assigned to somebody now. */
export async function isAssignedTo(ctx: Ctx, submissionId: string, reviewerId: string): Promise<boolean> {
  const where = and(eq(submissions.id, submissionId), assignedTo(ctx, reviewerId))
  return (await ctx.tx.select({ id: submissions.id }).from(submissions).where(where)).length > 0
}

/**
 * A paper that is assigned to the acting reviewer now, locked with its assignment, or 404: who was unassigned, or
 * never assigned, does not learn that it exists.
 */
export async function lockAssignedPaper(
  ctx: Ctx,
  paperId: string,
): Promise<{ submission: Submission; assignment: Assignment }> {
  const reviewerId = personOf(ctx).userId
  const [submission] = await ctx.tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.paperId, paperId), reviewable(reviewerId)))
    .for('update')
  const [assignment] =
    submission === undefined
      ? []
      : await ctx.tx
          .select()
          .from(assignments)
          .where(
            and(
              eq(assignments.submissionId, submission.id),
              eq(assignments.reviewerId, reviewerId),
              isNull(assignments.endedAt),
            ),
          )
  if (submission === undefined || assignment === undefined) throw notFound(`Paper ${paperId}`)
  return { submission, assignment }
}

/**
 * Refuses 409 where the reviewer has nothing to decide: their review is in, the paper is not under review any more, or
 * what they send was typed for an earlier round than the present one.
 * What became of it instead is not said: that would tell what others decided.
 */
export async function assertToReview(
  ctx: Ctx,
  submission: Submission,
  reviewerId: string,
  round?: number,
): Promise<void> {
  await assertNotReviewed(ctx, submission, reviewerId)
  if (!may(submission.stage, 'reviewer_decline_paper'))
    throw new AppError('wrong_state', 'This paper is not under review any more.')
  if (round !== undefined && round !== submission.paperRound)
    throw new AppError('wrong_state', 'The author has uploaded a revised paper meanwhile.')
}

/** Refuses 409 once the reviewer's review of the present round is in. */
export async function assertNotReviewed(ctx: Ctx, submission: Submission, reviewerId: string): Promise<void> {
  if (await hasReviewed(ctx, submission, reviewerId))
    throw new AppError('wrong_state', 'You have already decided on this paper.')
}

/** Whether somebody's review of the present round is in. */
export async function hasReviewed(ctx: Ctx, submission: Submission, reviewerId: string): Promise<boolean> {
  const [own] = await ctx.tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      and(
        eq(reviews.submissionId, submission.id),
        eq(reviews.reviewerId, reviewerId),
        eq(reviews.round, submission.paperRound),
      ),
    )
  return own !== undefined
}
