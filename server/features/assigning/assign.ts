import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { standingAssignment } from '#server/features/reviewing/desk-assignments.ts'
import type { AssignmentPair } from '#shared/assigning/contract.ts'
import type { AssignmentProblem } from '#shared/assigning/judge.ts'
import type { ErrorCode } from '#shared/core/errors.ts'
import { carryOut } from './apply.ts'

const codes: Record<AssignmentProblem, ErrorCode> = {
  unknown_paper: 'not_found',
  unknown_reviewer: 'not_found',
  not_reviewable: 'wrong_state',
  assigned_already: 'already_exists',
  named_twice: 'already_exists',
  conflict_of_interest: 'conflict_of_interest',
  reviews_closed: 'deadline_passed',
  over_limit: 'wrong_state',
}

/**
 * Assigns one reviewer to one paper, by the same engine as a list of a thousand. Refuses 404 (no such paper or reviewer), 409
 * (no paper to review, assigned already, conflict of interest, the deadline for reviews, over their limit; the organisation
 * rule and the limit yield to a reason).
 */
export async function assignReviewer(ctx: Ctx, paperId: string, asked: Omit<AssignmentPair, 'paperId'>) {
  const {
    planned: [one],
  } = await carryOut(ctx, [{ paperId, ...asked }], null)
  const problem = one?.row.problem
  if (problem?.code === 'unknown_paper') throw notFound(`Paper ${paperId}`)
  if (problem?.code === 'unknown_reviewer') throw notFound('That reviewer')
  if (problem) {
    throw new AppError(codes[problem.code], problem.message, { overridable: problem.overridable })
  }
  if (one?.submission === undefined) throw new Error('what was assigned is not there')
  const assignment = await standingAssignment(ctx, one.submission.id, asked.reviewerId, one.conflict)
  return { message: 'Reviewer assigned.', assignment }
}
