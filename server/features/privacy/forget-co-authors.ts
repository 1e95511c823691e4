import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { coAuthors, submissions } from '#server/db/schema.ts'
import type { PersonRow } from '#server/features/people/find-person.ts'
import { isTheirs } from './shown-addresses.ts'

/**
 * Who wrote a complete paper stays with it as the conference's record: name and organisation, in order. Of everything
 * else that a person leaves, the co-authors go; and where somebody else named this person, address and ORCID iD go. By
 * their confirmed addresses alone: an ORCID iD is what somebody says theirs is, and could be any other author's.
 */
export async function forgetCoAuthors(ctx: Ctx, person: Pick<PersonRow, 'id' | 'email'>): Promise<void> {
  const ofTheirs = (complete: boolean) => {
    const stage = complete ? eq(submissions.stage, 'complete') : ne(submissions.stage, 'complete')
    return ctx.tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.authorId, person.id), stage))
  }
  await ctx.tx.delete(coAuthors).where(inArray(coAuthors.submissionId, ofTheirs(false)))
  const nameless = { email: '', orcid: '' }
  await ctx.tx
    .update(coAuthors)
    .set(nameless)
    .where(inArray(coAuthors.submissionId, ofTheirs(true)))
  const changed = await ctx.tx
    .update(coAuthors)
    .set(nameless)
    .where(and(isTheirs(coAuthors.email, person), sql`${coAuthors.email} <> ''`))
    .returning({ id: coAuthors.submissionId })
  // A tab that still shows the address must not put it back unasked.
  if (changed.length > 0) {
    await ctx.tx
      .update(submissions)
      .set({ detailsRevision: sql`${submissions.detailsRevision} + 1` })
      .where(
        inArray(
          submissions.id,
          changed.map(({ id }) => id),
        ),
      )
  }
}
