import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { files, submissions, submissionTexts } from '#server/db/schema.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import type { PdfInspector } from '#server/features/files/inspect-pdf.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { liveVersions } from './add-version.ts'
import { readTextJob } from './read-text-kind.ts'

const UNREADABLE = { title: '', abstract: '', page: '', hidden: '' }

/**
 * The author gave no title, and none stands yet, or the abstract's own stands as its file gave it and is another than what
 * its page says.
 */
function lacksTitleOf(submissionId: string, onPage: string) {
  const { id, title, pdfTitle, detailsRevision, paperRound } = submissions
  const isUnseen = and(eq(paperRound, 0), eq(pdfTitle, title), ne(pdfTitle, onPage))
  return and(eq(id, submissionId), eq(detailsRevision, 0), or(eq(title, ''), isUnseen))
}

/** What the newest PDF calls itself is not what the abstract's page says; what a later paper's file says of itself stays. */
function lacksProposalOf(submissionId: string, onPage: string) {
  const { id, pdfTitle, paperRound } = submissions
  return and(eq(id, submissionId), ne(pdfTitle, onPage), or(eq(paperRound, 0), eq(pdfTitle, '')))
}

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
    const { title, abstract: readText, page: readPage, hidden } = found ?? UNREADABLE
    await transact(async ({ tx, now }) => {
      // A title that the file gives itself and that nobody sees on its page is none: it would be a place for words that steer.
      if (title !== '') {
        await tx.update(submissions).set({ title }).where(lacksTitleOf(submissionId, title))
        await tx.update(submissions).set({ pdfTitle: title }).where(lacksProposalOf(submissionId, title))
      }
      const text = sql<string>`case when ${submissionTexts.text} = ${submissionTexts.readText}
        then excluded.read_text else ${submissionTexts.text} end`
      await tx
        .insert(submissionTexts)
        .values({ submissionId, text: readText, readText, readPage, hidden, readAt: now })
        .onConflictDoUpdate({
          target: submissionTexts.submissionId,
          set: {
            text,
            readText: sql`excluded.read_text`,
            readPage: sql`excluded.read_page`,
            hidden: sql`excluded.hidden`,
            readAt: sql`excluded.read_at`,
          },
        })
    })
  })
}
