import { and, asc, eq, exists, inArray, isNotNull, not, or, sql } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { forgetFiles } from '#server/db/forget-files.ts'
import {
  activity,
  assignments,
  bankLines,
  bids,
  coAuthors,
  conflicts,
  payers,
  payments,
  proposals,
  reviewDrafts,
  reviewDraftTexts,
  reviews,
  submissionEvents,
  submissions,
  submissionTexts,
  versions,
} from '#server/db/schema.ts'
import { forgotten } from '#server/features/submissions/deleted.ts'

/** As many as one day's transaction takes; the next day takes the rest. */
const AT_ONCE = 500

/**
 * Removes submissions for good whose time to be restored is over (decisions.md §7): their rows, and by jobs their files,
 * where no other submission holds the same bytes. The activity keeps what happened, without the
 * submission's words. What money was booked for stays
 * deleted, for the books.
 */
export const purgeSubmissions: Chore = {
  name: 'purge_submissions',
  run: async (ctx) => {
    const due = await ctx.tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(await forgotten(ctx), not(booked(ctx))))
      .orderBy(asc(submissions.deletedAt), asc(submissions.id))
      .limit(AT_ONCE)
      .for('update')
    if (due.length > 0)
      await purge(
        ctx,
        due.map(({ id }) => id),
      )
  },
}

/** A condition: a payment was verified once, or a statement's line was imported. */
export function booked(ctx: Ctx) {
  const one = { one: sql`1` }
  const paid = and(eq(payments.submissionId, submissions.id), isNotNull(payments.verifiedAt))
  const line = eq(bankLines.submissionId, submissions.id)
  const either = or(
    exists(ctx.tx.select(one).from(payments).where(paid)),
    exists(ctx.tx.select(one).from(bankLines).where(line)),
  )
  return either ?? sql`false`
}

async function purge(ctx: Ctx, ids: string[]): Promise<void> {
  // Of each submission one row is noted, its own: `note_activity()` in the migrations.
  await ctx.tx.execute(sql`select set_config('lectern.purging', 'on', true)`)
  for (const table of [
    reviewDraftTexts,
    reviewDrafts,
    reviews,
    conflicts,
    bids,
    assignments,
    payments,
    payers,
    coAuthors,
    submissionEvents,
    submissionTexts,
  ]) {
    await ctx.tx.delete(table).where(inArray(table.submissionId, ids))
  }
  // They name papers and may quote them.
  await ctx.tx.delete(proposals)
  const held = await ctx.tx
    .delete(versions)
    .where(inArray(versions.submissionId, ids))
    .returning({ fileId: versions.fileId })
  await ctx.tx.delete(submissions).where(inArray(submissions.id, ids))
  await veilActivity(ctx, ids)
  await forgetFiles(
    ctx,
    held.map(({ fileId }) => fileId),
  )
}

/** The activity of submissions that are gone keeps what happened; title, topics, names of files and reasons go (migration 0055). */
async function veilActivity(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.tx.execute(
    sql`update activity set before = veil_purged(before), after = veil_purged(after)
      where ${anyOf(activity.submissionId, ids)}
        and (before, after) is distinct from (veil_purged(before), veil_purged(after))`,
  )
}
