import { eq, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { proposals, submissions } from '#server/db/schema.ts'
import type { PersonRow } from '#server/features/people/find-person.ts'

/**
 * Forgets the proposals of reviewers that a person made or is in: as a reviewer, or by a paper of theirs. They name people, and
 * papers in a reason. Those that others made of others stay, whoever leaves.
 */
export async function forgetProposals(ctx: Ctx, { id, role }: Pick<PersonRow, 'id' | 'role'>): Promise<void> {
  const theirs = await ctx.tx
    .select({ paperId: submissions.paperId, round: submissions.paperRound })
    .from(submissions)
    .where(eq(submissions.authorId, id))
  // Also of papers that were deleted since.
  const papers = JSON.stringify(theirs.map(({ paperId }) => paperId))
  const mayBeIn = role === 'reviewer' || role === 'both' || theirs.some(({ round }) => round > 0)
  await ctx.tx.delete(proposals).where(
    or(
      eq(proposals.madeBy, id),
      // One that is not done yet does not say who is in it.
      mayBeIn ? isNull(proposals.axes) : undefined,
      sql`${proposals.axes} -> 'reviewers' ? ${id}`,
      sql`exists (select from jsonb_array_elements(${proposals.axes} -> 'papers') paper
        where ${papers}::jsonb ? (paper ->> 'paperId'))`,
    ),
  )
}
