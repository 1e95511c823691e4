import { lt } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { blobRemovals, cleanCopies, files } from '#server/db/schema.ts'
import type { BlobStore } from './blob-store.ts'
import { removeBlob } from './remove-blob-kind.ts'

/** Longer than any upload and its transaction last. */
const ORPHANED_AFTER_MS = 60 * 60 * 1000

/**
 * Removes stored bytes that no row mentions: a process that was killed between putting a file in its place and its commit
 * leaves such. Forgets removals that nothing can come of any more. Each is asked about again, under its lock, by the job that removes it.
 */
export function sweepFiles(blobs: BlobStore): Chore {
  return {
    name: 'sweep-files',
    run: async (ctx) => {
      const before = new Date(ctx.now.getTime() - ORPHANED_AFTER_MS)
      await blobs.removeWaiting(before)
      const awaited = new Set((await ctx.jobs.waiting(removeBlob, ctx.tx)).map((one) => one.storageKey))
      for await (const keys of blobs.keysBefore(before)) {
        const orphans = (await unmentioned(ctx, keys)).filter((key) => !awaited.has(key))
        if (orphans.length > 0)
          await ctx.jobs.enqueue(
            ctx.tx,
            removeBlob,
            orphans.map((storageKey) => ({ storageKey })),
          )
      }
      // Last: rows stay locked until the end of this, and to go through a bucket takes its time.
      await ctx.tx.delete(blobRemovals).where(lt(blobRemovals.begunAt, before))
    },
  }
}

async function unmentioned({ tx }: Ctx, keys: readonly string[]): Promise<string[]> {
  const uploaded = await tx.select({ key: files.storageKey }).from(files).where(anyOf(files.storageKey, keys))
  const copied = await tx
    .select({ key: cleanCopies.storageKey })
    .from(cleanCopies)
    .where(anyOf(cleanCopies.storageKey, keys))
  const mentioned = new Set([...uploaded, ...copied].map(({ key }) => key))
  return keys.filter((key) => !mentioned.has(key))
}
