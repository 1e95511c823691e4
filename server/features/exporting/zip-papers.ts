import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { files, versions } from '#server/db/schema.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { isKept, openKept } from '#server/features/files/open-kept.ts'
import type { ZipEntry } from '#server/features/files/zip.ts'
import type { ExportFilter } from '#shared/exporting/contract.ts'
import { listedPapers } from './listed.ts'

/** The newest PDF of each paper that matches, named by its Paper ID; the bytes are opened when their turn comes. */
export async function paperEntries(ctx: Ctx, filter: ExportFilter, blobs: BlobStore): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for await (const papers of listedPapers(ctx, filter)) {
    const rows = await newestFiles(
      ctx,
      papers.map(({ abstractId }) => abstractId),
    )
    const fileOf = new Map(rows.map((row) => [row.submissionId, row]))
    for (const { abstractId, paperId } of papers) {
      const file = fileOf.get(abstractId)
      if (file === undefined) continue
      const { storageKey, size, at } = file
      entries.push({
        name: `${paperId}.pdf`,
        at,
        size,
        bytes: () => openKept(blobs, storageKey),
        isKept: () => isKept(blobs, storageKey),
      })
    }
  }
  return entries
}

async function newestFiles(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.tx
    .selectDistinctOn([versions.submissionId], {
      submissionId: versions.submissionId,
      at: versions.createdAt,
      storageKey: files.storageKey,
      size: files.size,
    })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(
      and(inArray(versions.submissionId, [...ids]), eq(versions.part, 'paper'), isNull(versions.retiredAt)),
    )
    .orderBy(versions.submissionId, desc(versions.number))
}
