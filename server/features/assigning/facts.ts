import { and, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { assignments, deadlineExtensions, submissions, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { conflictsAmong } from '#server/features/reviewing/conflicts.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { reviewDeadline, reviewDue } from '#server/features/submissions/review-due.ts'
import type { AssignmentPair } from '#shared/assigning/contract.ts'

/** Somebody who reviews, with what they have to do. */
export interface ReviewerFacts {
  id: string
  name: string
  limit: number | null
  open: number
  /** Until when they may review beyond the deadline for reviews; null: not. */
  extendedTo: Date | null
}

/** When the review of somebody who is assigned is due: as it stands, as it was set for it, and as the deadline for reviews says. */
export interface StandingDue {
  due: Date | null
  own: Date | null
  deadline: Date | null
}

/** What reviewers have to review now: assigned, under review, and their review of the round not in. */
const openCount = sql<number>`(select count(*)::int from assignments a join submissions s on s.id = a.submission_id
  where a.reviewer_id = users.id and a.ended_at is null and s.deleted_at is null and s.stage = 'paper_submitted'
    and not exists (select 1 from reviews r where r.submission_id = s.id
      and r.reviewer_id = a.reviewer_id and r.round = s.paper_round))`

const extendedTo = sql<Date | null>`(select e.until from deadline_extensions e
  where e.user_id = users.id and e.deadline = 'review')`.mapWith(deadlineExtensions.until)

/**
 * Everything that speaks for or against some pairs, in five queries for any number of them. With `lock` the papers are
 * held for this transaction, in the order of their ids: of two lists applied at once, the second sees the first.
 */
export function gatherFacts(ctx: Ctx, pairs: readonly AssignmentPair[], { lock }: { lock: boolean }) {
  const paperIds = [...new Set(pairs.map(({ paperId }) => paperId))]
  return factsOf(ctx, paperIds, [...new Set(pairs.map(({ reviewerId }) => reviewerId))], lock)
}

/** As {@link gatherFacts}, for any pair of some papers and some reviewers. */
export async function factsOf(
  ctx: Ctx,
  paperIds: readonly string[],
  reviewerIds: readonly string[],
  lock: boolean,
) {
  const papers = await papersOf(ctx, paperIds, lock)
  const reviewers = await reviewersOf(ctx, reviewerIds)
  const {
    find: conflict,
    findAll: conflicts,
    near,
  } = await conflictsAmong(
    ctx,
    [...papers.values()].map(({ id }) => id),
    [...reviewers.keys()],
  )
  const { assigned, gaveBack, dueOf, changes } = await pairsOn(ctx, [...papers.values()])
  return { papers, reviewers, conflict, conflicts, near, assigned, gaveBack, dueOf, changes }
}

async function papersOf(ctx: Ctx, ids: readonly string[], lock: boolean): Promise<Map<string, Submission>> {
  const query = ctx.tx
    .select()
    .from(submissions)
    .where(and(standing, gt(submissions.paperRound, 0), inArray(submissions.paperId, [...ids])))
    .orderBy(submissions.id)
  const rows = await (lock ? query.for('update') : query)
  return new Map(rows.map((row) => [row.paperId, row]))
}

/** The names of people, by id; of nobody where none is asked for. */
export async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function reviewersOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, ReviewerFacts>> {
  const rows = await reviewersWho(ctx, inArray(users.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Everybody who reviews, or some of them. */
export async function reviewersWho(ctx: Ctx, where?: SQL): Promise<ReviewerFacts[]> {
  return await ctx.tx
    .select({
      id: users.id,
      name: users.name,
      limit: users.reviewLimit,
      open: openCount,
      extendedTo,
    })
    .from(users)
    .where(and(where, reviewerRole))
}

/** Who is on some papers, and who was and gave them back, as `submission reviewer`. */
async function pairsOn(ctx: Ctx, papers: readonly Submission[]) {
  const rows =
    papers.length === 0
      ? []
      : await ctx.tx
          .select({
            submissionId: assignments.submissionId,
            reviewerId: assignments.reviewerId,
            how: assignments.endedHow,
            due: await reviewDue(ctx, 'assignments'),
            own: assignments.dueAt,
            deadline: await reviewDeadline(ctx, 'assignments'),
          })
          .from(assignments)
          .where(
            anyOf(
              assignments.submissionId,
              papers.map(({ id }) => id),
            ),
          )
  const keys = (some: typeof rows) =>
    new Set(some.map(({ submissionId, reviewerId }) => `${submissionId} ${reviewerId}`))
  const changes = new Map<string, number>()
  for (const { submissionId, how } of rows)
    changes.set(submissionId, (changes.get(submissionId) ?? 0) + (how === null ? 1 : 2))
  return {
    /** How often somebody was assigned to a paper, or taken off: it only grows. */
    changes,
    /** When the reviews of those assigned are due, as their exported list says. */
    dueOf: new Map<string, StandingDue>(
      rows.flatMap(({ submissionId, reviewerId, how, ...due }) =>
        how === null ? [[`${submissionId} ${reviewerId}`, due] as const] : [],
      ),
    ),
    assigned: keys(rows.filter(({ how }) => how === null)),
    gaveBack: keys(rows.filter(({ how }) => how === 'withdrawn' || how === 'conflict')),
  }
}
