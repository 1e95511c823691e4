import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { forgetFiles } from '#server/db/forget-files.ts'
import { files, publications } from '#server/db/schema.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import type { PdfInspector } from '#server/features/files/inspect-pdf.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { PUBLICATION_TITLE_MAX } from '#shared/reviewing/publications-contract.ts'
import { readPublicationJob } from './read-publication-kind.ts'

interface Needs {
  transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  blobs: BlobStore
  inspector: PdfInspector
}

/** Reads a publication's PDF. Without a title it keeps the file's name, and says that nothing was found. */
export function readPublicationHandler({ transact, blobs, inspector }: Needs): JobHandler {
  return handlerFor(readPublicationJob, async ({ publicationId }) => {
    const [row] = await transact(({ tx }) =>
      tx
        .select({ file: files })
        .from(publications)
        .innerJoin(files, eq(files.id, publications.fileId))
        .where(eq(publications.id, publicationId)),
    )
    if (row === undefined) return
    const isThere = (await blobs.sizeOf(row.file.storageKey)) !== undefined
    const found = isThere ? await blobs.lend(row.file.storageKey, (path) => inspector.readText(path)) : null
    await transact(async (ctx) => {
      const [now] = await ctx.tx
        .select()
        .from(publications)
        .where(eq(publications.id, publicationId))
        .for('update')
      if (now === undefined) return
      await ctx.tx
        .update(publications)
        .set({ ...changeBy(found, now), hidden: found?.hidden ?? '', fileId: null })
        .where(eq(publications.id, publicationId))
      await forgetFiles(ctx, [row.file.id])
    })
  })
}

/** What was found in the PDF; of what its owner has corrected meanwhile only an abstract that is still missing. */
function changeBy(
  found: { title: string; abstract: string } | null,
  { state, abstract }: typeof publications.$inferSelect,
) {
  const isFound = found !== null && (found.title !== '' || found.abstract !== '')
  if (state !== 'reading') return isFound && abstract === '' ? { abstract: found.abstract } : {}
  if (!isFound) return { state: 'unreadable' as const }
  return {
    state: 'ready' as const,
    abstract: found.abstract,
    ...(found.title !== '' && { title: found.title.slice(0, PUBLICATION_TITLE_MAX) }),
  }
}
