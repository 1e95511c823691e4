import { and, inArray } from 'drizzle-orm'
import publicDomains from 'email-providers/all.json' with { type: 'json' }
import type { Ctx } from '#server/core/ctx.ts'
import { conflicts, users } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { type Conflict, conflictOf } from '#shared/reviewing/conflict.ts'

const publicSet = new Set<string>(publicDomains)

export interface Reviewer {
  id: string
  organization: string
  email: string
}

type Finder = (submission: Pick<Submission, 'id' | 'authorId'>, reviewer: Reviewer) => Conflict | null

/** Tells the conflict between any of some submissions and any of some reviewers; two queries for any number. */
export async function conflictFinder(
  ctx: Ctx,
  submissions: readonly Pick<Submission, 'id' | 'authorId'>[],
  reviewers: readonly Reviewer[],
): Promise<Finder> {
  if (submissions.length === 0 || reviewers.length === 0) return () => null
  const authorIds = [...new Set(submissions.map(({ authorId }) => authorId))]
  const authors = await ctx.tx
    .select({ id: users.id, organization: users.organization, email: users.email })
    .from(users)
    .where(inArray(users.id, authorIds))
  const authorOf = new Map(authors.map((author) => [author.id, author]))
  const ids = submissions.map(({ id }) => id)
  const reviewerIds = reviewers.map(({ id }) => id)
  const declared = await ctx.tx
    .select()
    .from(conflicts)
    .where(and(inArray(conflicts.submissionId, ids), inArray(conflicts.reviewerId, reviewerIds)))
  const reasonOf = new Map(declared.map((row) => [`${row.submissionId} ${row.reviewerId}`, row.reason]))
  return (submission, reviewer) => {
    const author = authorOf.get(submission.authorId)
    if (author === undefined) return null
    return conflictOf({
      reviewer,
      author,
      declared: reasonOf.get(`${submission.id} ${reviewer.id}`) ?? null,
      isPublicDomain: (domain) => publicSet.has(domain),
    })
  }
}
