import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import { lockBlob, lockBlobToMention } from '#server/db/lock-blob.ts'
import { cleanCopies, files } from '#server/db/schema.ts'
import type { ReadableFile } from '../answer-file.ts'
import { type BlobStore, keyOf, type Received } from '../blob-store.ts'
import type { PdfInspector } from '../inspect-pdf.ts'
import { fileMissing } from '../open-kept.ts'

/** A stored copy of a PDF that does not say who made it. */
type CleanCopy = Pick<ReadableFile, 'storageKey' | 'sha256' | 'size'>

export interface CleanCopies {
  /**
   * The cleaned copy of stored bytes, made now where there is none yet; undefined where none can be made. Never inside a
   * transaction. Throws AppError `unavailable` when too many are asked for.
   */
  of: (sourceKey: string) => Promise<CleanCopy | undefined>
}

interface Needs {
  db: Db
  transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  blobs: BlobStore
  inspector: PdfInspector
}

/** A copy is written anew and may be somewhat larger than what was allowed to be uploaded; beyond that it is a fault. */
const MAX_BYTES = 1024 * 1024 * 1024

/** Makes and keeps cleaned copies: one for the same bytes, however often they were uploaded. */
export function openCleanCopies({ db, transact, blobs, inspector }: Needs): CleanCopies {
  const making = new Map<string, Promise<CleanCopy | undefined>>()
  const make = async (sourceKey: string) => {
    const to = blobs.workPath()
    let received: Received | undefined
    try {
      const { ok } = await blobs.lend(sourceKey, (path) => inspector.copyClean(path, to))
      received = ok ? await blobs.receive(createReadStream(to), MAX_BYTES) : undefined
      if (received !== undefined) await blobs.prepare(received)
      return await transact((ctx) => record(ctx, blobs, sourceKey, received))
    } finally {
      await rm(to, { force: true })
      if (received !== undefined) await blobs.discard(received)
    }
  }
  return {
    of: async (sourceKey) => {
      const known = await stored(db, sourceKey)
      if (known !== undefined) return known.copy
      if ((await blobs.sizeOf(sourceKey)) === undefined)
        throw fileMissing(new Error(`no such blob: ${sourceKey}`))
      // Whoever opens the paper while its copy is made waits for the same one.
      const begun = making.get(sourceKey) ?? make(sourceKey).finally(() => making.delete(sourceKey))
      making.set(sourceKey, begun)
      return begun
    },
  }
}

async function stored(db: Db, sourceKey: string): Promise<{ copy: CleanCopy | undefined } | undefined> {
  const [row] = await db.select().from(cleanCopies).where(eq(cleanCopies.sourceKey, sourceKey))
  if (row === undefined) return undefined
  const { storageKey, sha256, size } = row
  const isThere = storageKey !== null && sha256 !== null && size !== null
  return { copy: isThere ? { storageKey, sha256, size } : undefined }
}

/** Notes the copy, or that there can be none; unless its original went meanwhile. Another process may have been faster. */
async function record(ctx: Ctx, blobs: BlobStore, sourceKey: string, received: Received | undefined) {
  await lockBlob(ctx.tx, sourceKey)
  const [original] = await ctx.tx
    .select({ id: files.id })
    .from(files)
    .where(eq(files.storageKey, sourceKey))
    .limit(1)
  if (original === undefined) throw gone()
  const storageKey = received === undefined ? null : keyOf(received.sha256)
  if (storageKey !== null) await lockBlobToMention(ctx, storageKey)
  const { sha256 = null, size = null } = received ?? {}
  await ctx.tx
    .insert(cleanCopies)
    .values({ sourceKey, storageKey, sha256, size, madeAt: ctx.now })
    .onConflictDoNothing()
  const known = await stored(ctx.tx, sourceKey)
  if (received !== undefined && known?.copy?.storageKey === storageKey) await blobs.keep(received)
  return known?.copy
}

function gone(): AppError {
  return new AppError('not_found', 'That file was not found.')
}
