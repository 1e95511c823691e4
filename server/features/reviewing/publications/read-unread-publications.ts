import { isNotNull } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import { publications } from '#server/db/schema.ts'
import { readPublicationJob } from './read-publication-kind.ts'

/** Publications whose PDF was to be read, and no job is about to any more, are tried again each day. */
export const readUnreadPublications: Chore = {
  name: 'read_unread_publications',
  run: async (ctx) => {
    const rows = await ctx.tx
      .select({ publicationId: publications.id })
      .from(publications)
      .where(isNotNull(publications.fileId))
    const waiting = new Set(
      (await ctx.jobs.waiting(readPublicationJob, ctx.tx)).map((job) => job.publicationId),
    )
    await ctx.jobs.enqueue(
      ctx.tx,
      readPublicationJob,
      rows.filter(({ publicationId }) => !waiting.has(publicationId)),
    )
  },
}
