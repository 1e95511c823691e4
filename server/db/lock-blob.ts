import { eq, max } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Db } from './db.ts'
import { hold } from './hold.ts'
import { blobRemovals } from './schema.ts'

/** Longer than a store takes for what it was told to do and did not answer. */
export const IN_DOUBT_MS = 15 * 60_000

/** Longer than a store is given to answer (`s3-store.ts`). */
const ANSWERED_MS = 15_000

/** Holds some bytes by their key until the transaction ends: nobody mentions and removes them at once. */
export function lockBlob(tx: Db, storageKey: string): Promise<void> {
  return hold(tx, storageKey)
}

/**
 * As {@link lockBlob}, for who is about to mention the bytes. Throws AppError `unavailable` while a store may still remove
 * them because it was told to: bytes that are there now might not be tomorrow.
 */
export async function lockBlobToMention(ctx: Ctx, storageKey: string): Promise<void> {
  await lockBlob(ctx.tx, storageKey)
  const [removal] = await ctx.tx
    .select({ begunAt: max(blobRemovals.begunAt) })
    .from(blobRemovals)
    .where(eq(blobRemovals.blobKey, storageKey))
  if (!removal?.begunAt) return
  const doneMs = ctx.now.getTime() - removal.begunAt.getTime()
  if (doneMs >= IN_DOUBT_MS) return
  const isSilent = doneMs > ANSWERED_MS
  const leftMinutes = Math.ceil((IN_DOUBT_MS - doneMs) / 60_000)
  const refusal = new AppError(
    'unavailable',
    `This very file is being removed from where it was kept before. Try again in ${isSilent ? `${leftMinutes} min` : 'a moment'}.`,
  )
  refusal.retryAfter = isSilent ? leftMinutes * 60 : 5
  throw refusal
}
