import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users, versions } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { coAuthorsOf } from '#server/features/submissions/co-authors.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** The newest live paper version of each submission, by submission id; one query. */
export async function newestPapers(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; fileName: string }>()
  const rows = await ctx.tx
    .selectDistinctOn([versions.submissionId], {
      submissionId: versions.submissionId,
      id: versions.id,
      fileName: versions.fileName,
    })
    .from(versions)
    .where(
      and(inArray(versions.submissionId, [...ids]), eq(versions.part, 'paper'), isNull(versions.retiredAt)),
    )
    .orderBy(versions.submissionId, desc(versions.number))
  return new Map(rows.map(({ submissionId, ...version }) => [submissionId, version]))
}

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
