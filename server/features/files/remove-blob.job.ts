import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { lockBlob } from '#server/db/lock-blob.ts'
import { files } from '#server/db/schema.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import type { BlobStore } from './blob-store.ts'
import { removeBlob } from './remove-blob-kind.ts'

type Transact = (work: (ctx: Ctx) => Promise<void>) => Promise<void>

/**
 * Removes stored bytes, unless some row still mentions them or does so again: two uploads of the same bytes are one
 * blob. Whoever uploads them at this moment comes before or after, never in between.
 */
export function removeBlobHandler(transact: Transact, blobs: BlobStore): JobHandler {
  return handlerFor(removeBlob, ({ storageKey }) =>
    transact(async ({ tx }) => {
      await lockBlob(tx, storageKey)
      const [mentioned] = await tx
        .select({ id: files.id })
        .from(files)
        .where(eq(files.storageKey, storageKey))
        .limit(1)
      if (mentioned === undefined) await blobs.remove(storageKey)
    }),
  )
}
