import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { lockBlob } from '#server/db/lock-blob.ts'
import { cleanCopies, files } from '#server/db/schema.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import type { BlobStore } from './blob-store.ts'
import { removeBlob } from './remove-blob-kind.ts'

type Transact = (work: (ctx: Ctx) => Promise<void>) => Promise<void>

/**
 * Removes stored bytes, unless some row still mentions them or does so again: two uploads of the same bytes are one
 * blob. Whoever uploads them at this moment comes before or after, never in between. A cleaned copy goes with its
 * original.
 */
export function removeBlobHandler(transact: Transact, blobs: BlobStore): JobHandler {
  return handlerFor(removeBlob, ({ storageKey }) =>
    transact(async ({ tx, jobs }) => {
      await lockBlob(tx, storageKey)
      const [uploaded] = await tx
        .select({ id: files.id })
        .from(files)
        .where(eq(files.storageKey, storageKey))
        .limit(1)
      if (uploaded !== undefined) return
      const copies = await tx.delete(cleanCopies).where(eq(cleanCopies.sourceKey, storageKey)).returning()
      const [isCopy] = await tx
        .select({ of: cleanCopies.sourceKey })
        .from(cleanCopies)
        .where(eq(cleanCopies.storageKey, storageKey))
        .limit(1)
      if (isCopy === undefined) await blobs.remove(storageKey)
      const left = copies.flatMap((copy) => (copy.storageKey === null ? [] : [copy.storageKey]))
      await jobs.enqueue(
        tx,
        removeBlob,
        left.filter((key) => key !== storageKey).map((key) => ({ storageKey: key })),
      )
    }),
  )
}
