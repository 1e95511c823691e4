import { and, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions } from '#server/db/schema.ts'
import { standing } from '#server/features/submissions/access.ts'
import type { OpenConflict } from '#shared/reviewing/reviewer-desk-contract.ts'
import type { Signs } from '#shared/reviewing/signs.ts'
import { isOngoing, stages } from '#shared/submissions/states.ts'
import { finderFor } from './conflicts.ts'

/** Stages after which a reviewer may still be needed. */
const reviewAhead = stages.filter((stage) => isOngoing(stage) && stage !== 'awaiting_payment')

/**
 * What speaks against some people as reviewers of all that is, or may come, under review; by the people's keys. For the
 * invitation, for the moment they register, and for the reviewer's page.
 */
export async function openConflicts<Key extends string>(
  ctx: Ctx,
  people: ReadonlyMap<Key, Signs>,
): Promise<Map<Key, OpenConflict[]>> {
  const open = await ctx.tx
    .select({
      abstractId: submissions.id,
      paperId: submissions.paperId,
      round: submissions.paperRound,
      title: submissions.title,
    })
    .from(submissions)
    .where(and(standing, inArray(submissions.stage, reviewAhead)))
    .orderBy(submissions.id)
  const { find, near } = await finderFor(
    ctx,
    open.map(({ abstractId }) => abstractId),
    people,
  )
  return new Map(
    [...people.keys()].map((key) => {
      const candidates = near(key)
      const theirs = open.flatMap(({ abstractId, paperId, round, title }) => {
        if (!candidates.has(abstractId)) return []
        const conflict = find(abstractId, key)
        return conflict === null
          ? []
          : [{ abstractId, paperId: round > 0 ? paperId : null, title, ...conflict }]
      })
      return [key, theirs]
    }),
  )
}
