import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { files, submissionTexts } from '#server/db/schema.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import type { PdfInspector } from '#server/features/files/inspect-pdf.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { liveVersions } from './add-version.ts'
import { readTextJob } from './read-text-kind.ts'

interface Needs {
  transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  blobs: BlobStore
  inspector: PdfInspector
}

/**
 * Reads the text of a submission's newest abstract and keeps it; what its author put right stays. A file that cannot be
 * read gives an empty text.
 */
export function readTextHandler({ transact, blobs, inspector }: Needs): JobHandler {
  const newestOf = (submissionId: string) =>
    transact(async (ctx) => {
      const [version] = await liveVersions(ctx, submissionId, 'abstract')
      if (version === undefined) return undefined
      const [file] = await ctx.tx.select().from(files).where(eq(files.id, version.fileId))
      return file
    })
  return handlerFor(readTextJob, async ({ submissionId }) => {
    const file = await newestOf(submissionId)
    if (file === undefined || (await blobs.sizeOf(file.storageKey)) === undefined) return
    const found = await blobs.lend(file.storageKey, (path) => inspector.readText(path))
    const { abstract: readText, hidden } = found ?? { abstract: '', hidden: '' }
    await transact(async ({ tx, now }) => {
      const text = sql<string>`case when ${submissionTexts.text} = ${submissionTexts.readText}
        then excluded.read_text else ${submissionTexts.text} end`
      await tx
        .insert(submissionTexts)
        .values({ submissionId, text: readText, readText, hidden, readAt: now })
        .onConflictDoUpdate({
          target: submissionTexts.submissionId,
          set: {
            text,
            readText: sql`excluded.read_text`,
            hidden: sql`excluded.hidden`,
            readAt: sql`excluded.read_at`,
          },
        })
    })
  })
}
