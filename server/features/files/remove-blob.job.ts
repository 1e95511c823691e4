import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { lockBlob } from '#server/db/lock-blob.ts'
import { blobRemovals, cleanCopies, files } from '#server/db/schema.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import type { BlobStore } from './blob-store.ts'
import { removeBlob } from './remove-blob-kind.ts'

type Transact = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Removes stored bytes, unless some row still mentions them or does so again: two uploads of the same bytes are one
 * blob. Whoever uploads them at this moment comes before or after, never in between. A cleaned copy goes with its
 * original. The store is told while no transaction waits for it; that it was told is committed before, so that nobody
 * mentions bytes that it may yet remove.
 */
export function removeBlobHandler(transact: Transact, blobs: BlobStore): JobHandler {
  return handlerFor(removeBlob, async ({ storageKey }) => {
    const begun = await transact((ctx) => begin(ctx, storageKey))
    if (begun === undefined) return
    await blobs.remove(storageKey)
    // What was told before and not answered may still come: that is left to its time.
    if (begun.isFirst) await transact((ctx) => end(ctx, storageKey, begun.at))
  })
}

/** Notes that the removal begins, and whether none did before; undefined where the bytes stay. */
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
  const [noted] = await tx
    .insert(blobRemovals)
    .values({ storageKey, begunAt: now })
    .onConflictDoUpdate({ target: blobRemovals.storageKey, set: { begunAt: now } })
    // Zero of a row that is new (PostgreSQL's manual, System Columns).
    .returning({ isFirst: sql<boolean>`xmax = 0` })
  return { isFirst: noted?.isFirst === true, at: now }
}

async function end({ tx }: Ctx, storageKey: string, begunAt: Date): Promise<void> {
  await tx
    .delete(blobRemovals)
    .where(and(eq(blobRemovals.storageKey, storageKey), eq(blobRemovals.begunAt, begunAt)))
}
