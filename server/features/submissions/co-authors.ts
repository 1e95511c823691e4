import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { coAuthors } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { CoAuthor } from '#shared/submissions/details.ts'

/** A co-author as stored. */
export type CoAuthorRow = typeof coAuthors.$inferSelect

/** The co-authors of some submissions, each in order, by submission id; one query. */
export async function coAuthorsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, CoAuthorRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .select()
    .from(coAuthors)
    .where(inArray(coAuthors.submissionId, [...ids]))
    .orderBy(asc(coAuthors.submissionId), asc(coAuthors.position))
  return groupBy(rows, (row) => row.submissionId)
}

/** Sets the co-authors in this order; who stays where they stood, unchanged, is not written. */
export async function writeCoAuthors(ctx: Ctx, submissionId: string, list: readonly CoAuthor[]) {
  const before = (await coAuthorsOf(ctx, [submissionId])).get(submissionId) ?? []
  for (const [index, one] of list.entries()) {
    const position = index + 1
    const was = before[index]
    const isSame =
      was !== undefined &&
      (['name', 'email', 'organization', 'orcid'] as const).every((k) => was[k] === one[k])
    if (isSame) continue
    await ctx.tx
      .insert(coAuthors)
      .values({ submissionId, position, ...one })
      .onConflictDoUpdate({ target: [coAuthors.submissionId, coAuthors.position], set: one })
  }
  await ctx.tx
    .delete(coAuthors)
    .where(and(eq(coAuthors.submissionId, submissionId), gt(coAuthors.position, list.length)))
}
