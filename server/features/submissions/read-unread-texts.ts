import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions, submissionTexts, versions } from '#server/db/schema.ts'
import { standing } from './access.ts'
import { readTextJob } from './read-text-kind.ts'

/** Asks for a job in so many at once. */
const AT_ONCE = 500

/**
 * Has the abstracts read whose text nobody has read and no job is about to: of submissions from before texts were read,
 * and of jobs that failed for good. Gives how many.
 */
export async function readUnread(ctx: Ctx): Promise<number> {
  const rows = await ctx.tx
    .selectDistinct({ submissionId: versions.submissionId })
    .from(versions)
    .innerJoin(submissions, eq(submissions.id, versions.submissionId))
    .leftJoin(submissionTexts, eq(submissionTexts.submissionId, versions.submissionId))
    .where(
      and(
        standing,
        eq(versions.part, 'abstract'),
        isNull(versions.retiredAt),
        or(isNull(submissionTexts.readAt), lt(submissionTexts.readAt, sql`${versions.createdAt}`)),
      ),
    )
  const waiting = new Set((await ctx.jobs.waiting(readTextJob, ctx.tx)).map((job) => job.submissionId))
  const unread = rows.filter(({ submissionId }) => !waiting.has(submissionId))
  for (let from = 0; from < unread.length; from += AT_ONCE) {
    await ctx.jobs.enqueue(ctx.tx, readTextJob, unread.slice(from, from + AT_ONCE))
  }
  return unread.length
}

/** What could not be read is tried again each day: a file may have been missing, or a process have died. */
export const readUnreadTexts: Chore = {
  name: 'read_unread_texts',
  run: async (ctx) => {
    await readUnread(ctx)
  },
}
