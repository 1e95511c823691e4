import type { Ctx } from '#server/core/ctx.ts'
import { type Invitee, invitationProblems } from '#server/features/people/invite.ts'
import { signsOfInvitees } from './known-people.ts'
import { openConflicts } from './open-conflicts.ts'

/** The most submissions named for one person. */
const NAMED = 20

/**
 * What inviting these people would do (decisions.md §6): who would be left out and why, and what each of the others
 * could not review. Changes nothing.
 */
export async function checkInvitees(ctx: Ctx, invitees: readonly Invitee[]) {
  const problems = await invitationProblems(ctx, invitees)
  const people = await signsOfInvitees(
    ctx,
    invitees.filter((_, index) => problems[index] === null),
  )
  const conflicts = await openConflicts(ctx, people)
  return {
    items: invitees.map(({ email }, index) => {
      const problem = problems[index] ?? null
      const all = problem === null ? (conflicts.get(email) ?? []) : []
      const count = all.filter(({ weight }) => weight !== 'warns').length
      return { email, problem, count, conflicts: all.slice(0, NAMED), more: Math.max(0, all.length - NAMED) }
    }),
  }
}
