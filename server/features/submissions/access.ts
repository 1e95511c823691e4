import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { submissions } from '#server/db/schema.ts'

/** A submission as stored. */
export type Submission = typeof submissions.$inferSelect

/** Submissions that exist for anybody at all: deleted ones are gone from every list. */
export const standing = isNull(submissions.deletedAt)

/** An author's own: the condition behind their lists and every one of their calls (portal.md §6). */
export function own(ctx: Ctx): SQL | undefined {
  return and(standing, eq(submissions.authorId, personOf(ctx).userId))
}

interface Wanted {
  abstractId?: string
  paperId?: string
}

/** A paper id is known only once there is a paper; deleted, it is unknown again. */
function named({ abstractId, paperId }: Wanted): SQL | undefined {
  if (abstractId !== undefined) return eq(submissions.id, abstractId)
  return and(eq(submissions.paperId, paperId ?? ''), gt(submissions.paperRound, 0))
}

/** The acting author's own submission, or 404. */
export async function ownSubmission(ctx: Ctx, wanted: Wanted): Promise<Submission> {
  const [row] = await ctx.tx
    .select()
    .from(submissions)
    .where(and(named(wanted), own(ctx)))
  return row ?? refuse(wanted)
}

/** As {@link ownSubmission}, held for this transaction: of two that change it, the second sees what the first did. */
export async function lockOwnSubmission(ctx: Ctx, wanted: Wanted): Promise<Submission> {
  const [row] = await ctx.tx
    .select()
    .from(submissions)
    .where(and(named(wanted), own(ctx)))
    .for('update')
  return row ?? refuse(wanted)
}

/** Any standing submission, for organisers (the contract has let nobody else in), or 404. */
export async function anySubmission(ctx: Ctx, wanted: Wanted): Promise<Submission> {
  const [row] = await ctx.tx
    .select()
    .from(submissions)
    .where(and(named(wanted), standing))
  return row ?? refuse(wanted)
}

/** As {@link anySubmission}, held for this transaction. */
export async function lockAnySubmission(ctx: Ctx, wanted: Wanted): Promise<Submission> {
  const [row] = await ctx.tx
    .select()
    .from(submissions)
    .where(and(named(wanted), standing))
    .for('update')
  return row ?? refuse(wanted)
}

function refuse({ abstractId, paperId }: Wanted): never {
  throw notFound(abstractId === undefined ? `Paper ${paperId ?? ''}` : `Abstract ${abstractId}`)
}
