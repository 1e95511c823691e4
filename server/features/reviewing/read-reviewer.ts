import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, conflicts, reviewerLoads, reviews, submissions, users } from '#server/db/schema.ts'
import { invitationsOf } from '#server/features/people/list-invitations.ts'
import { deadlinesFor } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { standing } from '#server/features/submissions/access.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { ReviewersAssignment } from '#shared/reviewing/reviewer-desk-contract.ts'
import { ownVerdictOf } from '#shared/reviewing/verdict.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { endOf } from './desk-assignments.ts'
import { signsOfAccounts } from './known-people.ts'
import { reviewerColumns } from './list-reviewers.ts'
import { mayUnassign } from './may-unassign.ts'
import { openConflicts } from './open-conflicts.ts'

const MOST = 1000

/** One reviewer with everything the organisers know of their reviewing. Refuses 404, also for who does not review. */
export async function readReviewer(ctx: Ctx, reviewerId: string) {
  const [row] = await ctx.tx
    .select({ ...(await reviewerColumns(ctx)), disabledAt: users.disabledAt })
    .from(users)
    .innerJoin(reviewerLoads, eq(reviewerLoads.reviewerId, users.id))
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
    conflicts: await conflictsOf(ctx, reviewerId),
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
  const due = await reviewDue(ctx, 'assignments')
  const rows = await ctx.tx
    .select({ a: assignments, s: submissions, reviewedAt: reviews.submittedAt, due })
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
  return rows.map(({ a, s, reviewedAt, due }) => {
    const ended = endOf(a)
    const state = ended === null ? stateOf(s.stage, reviewedAt) : ('ended' as const)
    const until = state === 'waiting' ? ctx.now : reviewedAt
    return {
      paperId: s.paperId,
      title: s.title,
      state,
      assignedAt: toTimestamp(a.assignedAt),
      dueAt: due === null ? null : toTimestamp(due),
      ownDueAt: a.dueAt === null ? null : toTimestamp(a.dueAt),
      late: state !== 'ended' && due !== null && until !== null && until > due,
      reviewedAt: reviewedAt === null ? null : toTimestamp(reviewedAt),
      overrideReason: a.overrideReason,
      canUnassign: ended === null && mayUnassign(s.stage, reviewedAt !== null),
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

/** Declared conflicts of every paper, and the ones that the portal finds with all that is or may come under review. */
async function conflictsOf(ctx: Ctx, reviewerId: string) {
  const declared = await ctx.tx
    .select({
      abstractId: submissions.id,
      paperId: submissions.paperId,
      title: submissions.title,
      reason: conflicts.reason,
      declaredAt: conflicts.declaredAt,
    })
    .from(conflicts)
    .innerJoin(submissions, eq(submissions.id, conflicts.submissionId))
    .where(and(eq(conflicts.reviewerId, reviewerId), standing))
    .orderBy(desc(conflicts.declaredAt))
    .limit(MOST)
  const known = new Set(declared.map(({ abstractId }) => abstractId))
  const found = (await openConflicts(ctx, await signsOfAccounts(ctx, [reviewerId]))).get(reviewerId) ?? []
  return [
    ...declared.map(({ declaredAt, ...one }) => ({
      ...one,
      weight: 'forbids' as const,
      declaredAt: toTimestamp(declaredAt),
    })),
    ...found
      .filter(({ abstractId }) => !known.has(abstractId))
      .slice(0, MOST)
      .map((one) => ({ ...one, declaredAt: null })),
  ]
}
