import { and, lt } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { isUnmentioned } from '#server/db/forget-files.ts'
import { removeBlob } from '#server/db/remove-blob-kind.ts'
import { blobRemovals, cleanCopies, files } from '#server/db/schema.ts'
import type { BlobStore } from './blob-store.ts'

/** Longer than any upload and its transaction last. */
export const ORPHANED_AFTER_MS = 60 * 60 * 1000
/**
 * So long bytes stay once they are found that no row mentions. They may be another database's, as where the portal was started on
 * the wrong one or on a backup: this is the time to notice.
 */
const REMOVED_AFTER_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Removes rows of files that are nothing of anybody's and, a week after it found them, stored bytes that no row mentions: a process
 * that was killed between putting a file in its place and its commit leaves such. Forgets removals that nothing can come of any
 * more. Each is asked about again, under its lock, by the job that removes it.
 */
export function sweepFiles(blobs: BlobStore): Chore {
  return {
    name: 'sweep-files',
    run: async (ctx) => {
      const before = new Date(ctx.now.getTime() - ORPHANED_AFTER_MS)
      const removedAt = new Date(ctx.now.getTime() + REMOVED_AFTER_MS)
      const awaited = new Set((await ctx.jobs.waiting(removeBlob, ctx.tx)).map((one) => one.storageKey))
      for await (const keys of blobs.keysBefore(before)) {
        await forgetUnmentioned(ctx, keys, before)
        const orphans = (await unmentioned(ctx, keys)).filter((key) => !awaited.has(key))
        if (orphans.length > 0)
          await ctx.jobs.enqueue(
            ctx.tx,
            removeBlob,
            orphans.map((storageKey) => ({ storageKey })),
            removedAt,
          )
      }
      // Last: rows stay locked until the end of this, and to go through a bucket takes its time.
      await ctx.tx.delete(blobRemovals).where(lt(blobRemovals.begunAt, before))
    },
  }
}

/** Rows that nothing mentions: pictures used to leave them. A row and what mentions it are written at once. */
async function forgetUnmentioned(ctx: Ctx, keys: readonly string[], before: Date): Promise<void> {
  const old = and(anyOf(files.storageKey, keys), lt(files.createdAt, before))
  await ctx.tx.delete(files).where(and(old, isUnmentioned(ctx)))
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
