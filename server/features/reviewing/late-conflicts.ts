import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { assignments, reviews, submissions, users } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { Conflict, FoundConflict } from '#shared/reviewing/conflict.ts'
import type { LateConflict } from '#shared/reviewing/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { conflictsAmong } from './conflicts.ts'

/** The paper is under review, or its rejection waits for an organiser. */
const undecided: Stage[] = ['paper_submitted', 'reviewer_declined']

/**
 * Conflicts of interest that were found after an assignment was made and while its paper is not decided, its review
 * written or not: a co-author was added, somebody moved or gave a second address, a conflict was declared. By
 * submission; of these ones, or of all. What the organisers knew and gave a reason for is none, nor is what only warns.
 * For organisers alone; a handful of queries.
 */
export async function lateConflicts(
  ctx: Ctx,
  submissionIds?: readonly string[],
): Promise<Map<string, LateConflict[]>> {
  const among: SQL | undefined = submissionIds && anyOf(assignments.submissionId, submissionIds)
  const columns = {
    submissionId: assignments.submissionId,
    reviewer: { id: users.id, name: users.name },
    knownConflicts: assignments.knownConflicts,
  }
  const standing = await ctx.tx
    .select(columns)
    .from(assignments)
    .innerJoin(users, eq(users.id, assignments.reviewerId))
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .where(and(isNull(assignments.endedAt), inArray(submissions.stage, undecided), among))
    .orderBy(asc(assignments.assignedAt), asc(assignments.id))
  // Who was taken off the paper after writing has a review that still counts.
  const written = await ctx.tx
    .select(columns)
    .from(reviews)
    .innerJoin(submissions, eq(submissions.id, reviews.submissionId))
    .innerJoin(assignments, eq(assignments.id, reviews.assignmentId))
    .innerJoin(users, eq(users.id, reviews.reviewerId))
    .where(
      and(
        isNotNull(assignments.endedAt),
        eq(reviews.round, submissions.paperRound),
        inArray(submissions.stage, undecided),
        submissionIds && anyOf(reviews.submissionId, submissionIds),
      ),
    )
    .orderBy(asc(reviews.submittedAt), asc(reviews.id))
  const pairs = [...standing, ...written]
  const { findAll } = await conflictsAmong(
    ctx,
    [...new Set(pairs.map(({ submissionId }) => submissionId))],
    [...new Set(pairs.map(({ reviewer }) => reviewer.id))],
  )
  const found = pairs.flatMap(({ submissionId, reviewer, knownConflicts }) => {
    const late = lateAmong(findAll(submissionId, reviewer.id), knownConflicts)
    return late === undefined ? [] : [{ submissionId, reviewer, reason: late.reason }]
  })
  const by = groupBy(found, ({ submissionId }) => submissionId)
  return new Map([...by].map(([id, of]) => [id, [...byReviewer(of).values()]]))
}

/** Of assignments from before it was kept which conflicts were known: any that a reason lifts. */
const ANY = '*'

/** The gravest conflict that speaks against a review and did not yield to a reason when it was assigned. */
export function lateAmong(found: readonly FoundConflict[], known: readonly string[]): Conflict | undefined {
  const isKnown = (one: FoundConflict) => known.includes(ANY) || known.includes(digestOf(one))
  return found.find((one) => one.weight === 'forbids' || (one.weight === 'takes_reason' && !isKnown(one)))
}

/** What is kept of the conflicts that yielded to a reason: enough to know them again, and nobody's name. */
export const knownOf = (found: readonly FoundConflict[]): string[] =>
  found.filter(({ weight }) => weight === 'takes_reason').map(digestOf)

const digestOf = ({ key }: FoundConflict) => createHash('sha256').update(key).digest('base64url').slice(0, 16)

/** Each reviewer once: who was taken off a paper and assigned again has two assignments. */
function byReviewer(found: readonly LateConflict[]): Map<string, LateConflict> {
  return new Map(found.map(({ reviewer, reason }) => [reviewer.id, { reviewer, reason }]))
}
