import { eq, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import { hold } from '#server/db/hold.ts'
import { files } from '#server/db/schema.ts'
import { assertNotThrottled, countTry } from '#server/features/people/throttle.ts'
import type { Settings } from '#shared/settings/contract.ts'

const HOUR = 3600_000
const MIB = 1024 * 1024

/** What is asked of a person's files once the size of another is known. Each throws 413 `quota_reached`. */
export interface Room {
  /** What was stored before, and this one. */
  assertFor: (size: number) => void
  /** All that is stored, with the row of this one, in the transaction that wrote it: whoever else keeps one waits. */
  assertKept: (tx: Db) => Promise<void>
}

/**
 * Counts an upload before a byte of it is read; gives what refuses it where it does not fit. Throws 429 with `Retry-After`
 * after too many in an hour, 413 `quota_reached` where the person has no room left.
 */
export async function admit(
  transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
  sender: string,
  { uploadsPerHour, uploadQuotaBytes }: Settings,
): Promise<Room> {
  const assertFits = (bytes: number) => {
    if (bytes <= uploadQuotaBytes) return
    const most = Math.floor(uploadQuotaBytes / MIB)
    throw new AppError(
      'quota_reached',
      `With this file yours would take more than ${most} MB, which is the most that one person may store here. Please write to the organisers.`,
    )
  }
  const stored = await transact(async (ctx) => {
    const key = `upload:${sender}`
    const words = `You have uploaded ${uploadsPerHour} files or more within an hour.`
    // Of several at once each is asked after the one before it was counted.
    await hold(ctx.tx, key)
    await assertNotThrottled(ctx, [key], words)
    await countTry(ctx, key, { free: uploadsPerHour, windowMs: HOUR, waitMs: 60_000 })
    return storedBy(ctx.tx, sender)
  })
  assertFits(stored + 1)
  return {
    assertFor: (size) => assertFits(stored + size),
    assertKept: async (tx) => {
      await hold(tx, `stored:${sender}`)
      assertFits(await storedBy(tx, sender))
    },
  }
}

async function storedBy(tx: Db, sender: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql`coalesce(sum(${files.size}), 0)`.mapWith(Number) })
    .from(files)
    .where(eq(files.uploadedBy, sender))
  return row?.bytes ?? 0
}
