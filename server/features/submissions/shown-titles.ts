import type { Ctx } from '#server/core/ctx.ts'
import type { versions } from '#server/db/schema.ts'
import { newestVersions } from './facts.ts'

/**
 * What lists call some submissions, by id: the title where there is one, else the name of the newest file of one part
 * (decisions.md §7). Asks for files only where a title lacks. Not for reviewers, whom a file's name may tell who wrote it.
 */
export async function shownTitles(
  ctx: Ctx,
  given: readonly { id: string; title: string }[],
  part: (typeof versions.$inferSelect)['part'],
): Promise<Map<string, string>> {
  const untitled = given.filter(({ title }) => title === '').map(({ id }) => id)
  const newest = await newestVersions(ctx, untitled, part)
  return new Map(given.map(({ id, title }) => [id, title || (newest.get(id)?.fileName ?? '')]))
}
