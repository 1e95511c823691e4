import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, conflicts, reviews, submissions, users } from '#server/db/schema.ts'
import { invitationsOf } from '#server/features/people/list-invitations.ts'
import { deadlinesFor } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { standing } from '#server/features/submissions/access.ts'
import { assignable } from '#shared/assigning/judge.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { ReviewersAssignment } from '#shared/reviewing/reviewer-desk-contract.ts'
import { ownVerdictOf } from '#shared/reviewing/verdict.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { conflictFinder, type Reviewer } from './conflicts.ts'
import { endOf } from './desk-assignments.ts'
import { reviewerColumns } from './list-reviewers.ts'

const MOST = 1000

/** One reviewer with everything the organisers know of their reviewing. Refuses 404, also for who does not review. */
export async function readReviewer(ctx: Ctx, reviewerId: string) {
  const [row] = await ctx.tx
    .select({ ...reviewerColumns(ctx), disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.id, reviewerId), inArray(users.role, ['reviewer', 'both']), isNull(users.deletedAt)))
  if (row === undefined) throw notFound('That reviewer')
  const { disabledAt, lastLoginAt, ...reviewer } = row
  return {
    reviewer: {
      ...reviewer,
      lastLoginAt: lastLoginAt === null ? null : toTimestamp(lastLoginAt),
      disabled: disabledAt !== null,
    },
    reviewDeadline: await reviewDeadlineOf(ctx, reviewerId),
    assignments: await assignmentsOf(ctx, reviewerId),
    reviews: await reviewsOf(ctx, reviewerId),
    conflicts: await conflictsOf(ctx, reviewer),
    invitations: await invitationsOf(ctx, reviewer),
  }
}

async function reviewDeadlineOf(ctx: Ctx, reviewerId: string) {
  const at = (await deadlinesFor(ctx, reviewerId)).deadline.review
  const common = (await settingsOf(ctx.tx)).deadlines.review
  if (at === null || common === null) return null
  return { at: toTimestamp(at), personal: at.getTime() !== Date.parse(common) }
}

/** Assignments with the review of the paper's present round: standing ones first, the last made first. */
async function assignmentsOf(ctx: Ctx, reviewerId: string): Promise<ReviewersAssignment[]> {
  const rows = await ctx.tx
    .select({ a: assignments, s: submissions, reviewedAt: reviews.submittedAt })
    .from(assignments)
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .leftJoin(
      reviews,
      and(
        eq(reviews.submissionId, assignments.submissionId),
        eq(reviews.reviewerId, assignments.reviewerId),
        eq(reviews.round, submissions.paperRound),
      ),
    )
    .where(and(eq(assignments.reviewerId, reviewerId), standing, gt(submissions.paperRound, 0)))
    .orderBy(desc(assignments.endedAt), desc(assignments.assignedAt), desc(assignments.id))
    .limit(MOST)
  return rows.map(({ a, s, reviewedAt }) => {
    const ended = endOf(a)
    const state = ended === null ? stateOf(s.stage, reviewedAt) : ('ended' as const)
    const until = state === 'waiting' ? ctx.now : reviewedAt
    return {
      paperId: s.paperId,
      title: s.title,
      state,
      assignedAt: toTimestamp(a.assignedAt),
      dueAt: a.dueAt === null ? null : toTimestamp(a.dueAt),
      late: state !== 'ended' && a.dueAt !== null && until !== null && until > a.dueAt,
      reviewedAt: reviewedAt === null ? null : toTimestamp(reviewedAt),
      overrideReason: a.overrideReason,
      ended,
    }
  })
}

function stateOf(stage: Stage, reviewedAt: Date | null) {
  if (reviewedAt !== null) return 'reviewed' as const
  return stage === 'paper_submitted' ? ('waiting' as const) : ('resting' as const)
}

async function reviewsOf(ctx: Ctx, reviewerId: string) {
  const rows = await ctx.tx
    .select({ r: reviews, paperId: submissions.paperId, title: submissions.title })
    .from(reviews)
    .innerJoin(submissions, eq(submissions.id, reviews.submissionId))
    .where(and(eq(reviews.reviewerId, reviewerId), standing))
    .orderBy(desc(reviews.submittedAt), desc(reviews.id))
    .limit(MOST)
  return rows.map(({ r, ...paper }) => ({
    ...paper,
    round: r.round,
    verdict: ownVerdictOf[r.verdict],
    score: r.score,
    decidedAt: toTimestamp(r.submittedAt),
  }))
}

/** Declared conflicts of every paper, and the ones that the portal finds with papers that can be assigned now. */
async function conflictsOf(ctx: Ctx, reviewer: Reviewer) {
  const columns = {
    id: submissions.id,
    authorId: submissions.authorId,
    paperId: submissions.paperId,
    title: submissions.title,
  }
  const declared = await ctx.tx
    .select({ ...columns, reason: conflicts.reason, declaredAt: conflicts.declaredAt })
    .from(conflicts)
    .innerJoin(submissions, eq(submissions.id, conflicts.submissionId))
    .where(and(eq(conflicts.reviewerId, reviewer.id), standing))
    .orderBy(desc(conflicts.declaredAt))
    .limit(MOST)
  const open = await ctx.tx
    .select(columns)
    .from(submissions)
    .where(and(standing, gt(submissions.paperRound, 0), inArray(submissions.stage, [...assignable])))
    .orderBy(submissions.id)
  const find = await conflictFinder(ctx, open, [reviewer])
  const known = new Set(declared.map(({ id }) => id))
  const found = open.flatMap((submission) => {
    const conflict = known.has(submission.id) ? null : find(submission, reviewer)
    return conflict === null ? [] : [{ ...conflict, paperId: submission.paperId, title: submission.title }]
  })
  return [
    ...declared.map(({ paperId, title, reason, declaredAt }) => ({
      paperId,
      title,
      reason,
      overridable: false,
      declaredAt: toTimestamp(declaredAt),
    })),
    ...found.slice(0, MOST).map((each) => ({ ...each, declaredAt: null })),
  ]
}
