import { and, eq, inArray } from 'drizzle-orm'
import publicDomains from 'email-providers/all.json' with { type: 'json' }
import type { Ctx } from '#server/core/ctx.ts'
import { conflicts, users } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { type Conflict, conflictOf } from '#shared/reviewing/conflict.ts'

const publicSet = new Set<string>(publicDomains)

interface Reviewer {
  id: string
  organization: string
  email: string
}

/** The conflicts between a submission and each of some reviewers, by reviewer id; two queries for any number. */
export async function conflictsWith(
  ctx: Ctx,
  submission: Submission,
  reviewers: readonly Reviewer[],
): Promise<Map<string, Conflict>> {
  const [author] = await ctx.tx
    .select({ id: users.id, organization: users.organization, email: users.email })
    .from(users)
    .where(eq(users.id, submission.authorId))
  if (author === undefined || reviewers.length === 0) return new Map()
  const ids = reviewers.map(({ id }) => id)
  const declared = await ctx.tx
    .select({ reviewerId: conflicts.reviewerId, reason: conflicts.reason })
    .from(conflicts)
    .where(and(eq(conflicts.submissionId, submission.id), inArray(conflicts.reviewerId, ids)))
  const reasonOf = new Map(declared.map((row) => [row.reviewerId, row.reason]))
  return new Map(
    reviewers.flatMap((reviewer) => {
      const conflict = conflictOf({
        reviewer,
        author,
        declared: reasonOf.get(reviewer.id) ?? null,
        isPublicDomain: (domain) => publicSet.has(domain),
      })
      return conflict === null ? [] : [[reviewer.id, conflict] as const]
    }),
  )
}
