import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Ctx } from '#server/core/ctx.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { withFirstBytes } from '#server/features/files/first-bytes.ts'
import { openZip } from '#server/features/files/zip.ts'
import type { ExportFile, ExportFilter } from '#shared/exporting/contract.ts'
import { bibliography } from './bibtex.ts'
import { mimeOf, writers } from './formats.ts'
import { exportTables } from './tables.ts'
import { paperEntries } from './zip-papers.ts'

/** A file on its way out. */
export interface MadeExport {
  fileName: string
  mime: string
  /** In bytes; undefined for a zip that holds nothing yet known. */
  size: number | undefined
  bytes: Readable
}

/** More than any conference's table; what grows past it is a fault, and breaks off. */
const TABLE_MAX_BYTES = 2 ** 31

/**
 * Makes an export: what the list shows under this filter, as of one moment. A table is written to the waiting room
 * first, a page of rows at a time, so that the transaction does not last as long as a slow reader, a fault is an
 * answer instead of half a file, and its length is known. PDFs are streamed from the store: their sizes are known.
 */
export async function makeExport(
  ctx: Ctx,
  { table, format }: ExportFile,
  filter: ExportFilter,
  blobs: BlobStore,
): Promise<MadeExport> {
  const named = { fileName: `${table}-${ctx.now.toISOString().slice(0, 10)}.${format}`, mime: mimeOf[format] }
  if (format === 'zip') {
    const entries = await asOfOneMoment(ctx, (at) => paperEntries(at, filter, blobs))
    return { ...named, ...(await openZip(ctx, entries)) }
  }
  const waiting = await asOfOneMoment(ctx, (at) => {
    const source = exportTables[table]
    const written =
      format === 'bib' ? bibliography(at, filter) : writers[format](source.headings, source.pages(at, filter))
    return blobs.receive(written, TABLE_MAX_BYTES)
  })
  const bytes = createReadStream(waiting.path)
  // Also when the reader goes away in the middle.
  bytes.on('close', () => void blobs.discard(waiting))
  return { ...named, size: waiting.size, bytes: await withFirstBytes(bytes) }
}

/** Reads see one state of the database, whatever is written meanwhile. */
function asOfOneMoment<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.tx.transaction((tx) => work({ ...ctx, tx }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}
