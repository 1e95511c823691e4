import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { lockBlob } from '#server/db/lock-blob.ts'
import { removeBlob } from '#server/db/remove-blob-kind.ts'
import { blobRemovals, cleanCopies, files } from '#server/db/schema.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import type { BlobStore } from './blob-store.ts'

type Transact = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Removes stored bytes, unless some row still mentions them or does so again: two uploads of the same bytes are one
 * blob. Whoever uploads them at this moment comes before or after, never in between. A cleaned copy goes with its
 * original. The store is told while no transaction waits for it; that it was told is committed before, so that nobody
 * mentions bytes that it may yet remove.
 */
export function removeBlobHandler(transact: Transact, blobs: BlobStore): JobHandler {
  return handlerFor(removeBlob, async ({ storageKey }) => {
    const removal = await transact((ctx) => begin(ctx, storageKey))
    if (removal === undefined) return
    const end = () => transact(({ tx }) => tx.delete(blobRemovals).where(eq(blobRemovals.id, removal)))
    try {
      await blobs.remove(storageKey)
    } catch (error) {
      // What was told and not answered may still come: that is left to its time.
      if (!isUnanswered(error)) await end()
      throw error
    }
    await end()
  })
}

const isUnanswered = (error: unknown) => error instanceof AppError && error.code === 'unavailable'

/** Notes that a removal begins, and gives its id; undefined where the bytes stay. */
async function begin({ tx, jobs, now }: Ctx, storageKey: string) {
  await lockBlob(tx, storageKey)
  const [uploaded] = await tx
    .select({ id: files.id })
    .from(files)
    .where(eq(files.storageKey, storageKey))
    .limit(1)
  if (uploaded !== undefined) return undefined
  const copies = await tx.delete(cleanCopies).where(eq(cleanCopies.sourceKey, storageKey)).returning()
  const left = copies.flatMap((copy) => (copy.storageKey === null ? [] : [copy.storageKey]))
  await jobs.enqueue(
    tx,
    removeBlob,
    left.filter((key) => key !== storageKey).map((key) => ({ storageKey: key })),
  )
  const [isCopy] = await tx
    .select({ of: cleanCopies.sourceKey })
    .from(cleanCopies)
    .where(eq(cleanCopies.storageKey, storageKey))
    .limit(1)
  if (isCopy !== undefined) return undefined
  const id = randomUUID()
  await tx.insert(blobRemovals).values({ id, blobKey: storageKey, begunAt: now })
  return id
}
