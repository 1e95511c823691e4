import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { coAuthorsOf } from '#server/features/submissions/co-authors.ts'
import { newestVersions } from '#server/features/submissions/facts.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** The newest live paper version of each submission, by submission id; one query. */
export const newestPapers = (ctx: Ctx, ids: readonly string[]) => newestVersions(ctx, ids, 'paper')

/** Who wrote a paper, the one who submitted it first; null where that is hidden. */
export async function paperAuthors(ctx: Ctx, s: Submission, anonymity: Settings['anonymity']) {
  if (anonymity === 'double') return null
  const [author] = await ctx.tx
    .select({ name: users.name, organization: users.organization })
    .from(users)
    .where(eq(users.id, s.authorId))
  const others = (await coAuthorsOf(ctx, [s.id])).get(s.id) ?? []
  return [
    ...(author === undefined ? [] : [author]),
    ...others.map(({ name, organization }) => ({ name, organization })),
  ]
}

/**
 * What a reviewer is told of a paper. Anonymity is decided here and nowhere else: double-anonymous papers go by
 * their id alone (decisions.md §6).
 */
export function paperHead(s: Submission, fileName: string | undefined, anonymity: Settings['anonymity']) {
  const hidden = anonymity === 'double'
  const shown = fileName ?? 'paper.pdf'
  return {
    paperId: s.paperId,
    name: hidden ? s.paperId : s.title || shown,
    fileName: hidden ? `${s.paperId}.pdf` : shown,
    updatedAt: toTimestamp(s.updatedAt),
  }
}
