import type { Readable } from 'node:stream'
import { AppError } from '#server/core/app-error.ts'
import { hasCode } from '#server/core/system-error.ts'
import type { BlobStore, Sent } from './blob-store.ts'

/**
 * The bytes of a file that the database knows, once the first of them are there: whatever is said about them is said after.
 * Throws 404 `file_missing` where the store has none, which is the operator's to know.
 */
export function openKept(blobs: BlobStore, key: string): Promise<Readable> {
  return kept(blobs.open(key))
}

/** As {@link openKept}, all of it or a part, to be sent to somebody. */
export function openToSend(blobs: BlobStore, key: string, sent: Sent): Promise<Readable | Buffer> {
  return kept(blobs.openToSend(key, sent))
}

async function kept<Bytes>(opened: Promise<Bytes>): Promise<Bytes> {
  try {
    return await opened
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw fileMissing(error)
    throw error
  }
}

/** 404: the file is known and its bytes are gone. */
export function fileMissing(cause: unknown): AppError {
  const refusal = new AppError('file_missing', 'This file is lost: its bytes are no longer stored here.')
  refusal.cause = cause
  return refusal
}

/** Whether the store has the bytes of a file that the database knows. */
export async function isKept(blobs: BlobStore, key: string): Promise<boolean> {
  return (await blobs.sizeOf(key)) !== undefined
}
