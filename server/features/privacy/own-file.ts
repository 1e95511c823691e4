import { Readable } from 'node:stream'
import type { Db } from '#server/db/db.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { isKept, openKept } from '#server/features/files/open-kept.ts'
import { mailAsText } from '#server/features/mail/mail-as-text.ts'
import { mailedReceipt } from '#server/features/payments/receipts/read-receipt.ts'

/** A person's own file, where it goes in their archive, and where it comes from: a stored file, or what is made of a row. */
export interface OwnFile {
  name: string
  at: Date
  from: { stored: string } | { receipt: string } | { mail: string }
}

/** The longest list in the archive. */
export const ROWS_MAX = 10_000

/** What stands in the place of something that was removed while the archive was being read. */
const REMOVED = 'This was removed while the archive was being made.\n'

/** Opens such a file when its turn comes, so that one at a time is held; outside of any transaction. */
export async function openOwnFile({ from }: OwnFile, blobs: BlobStore, db: Db): Promise<Readable> {
  if ('stored' in from) return openKept(blobs, from.stored)
  const made =
    'mail' in from ? await mailAsText(db, from.mail) : (await mailedReceipt(db, from.receipt))?.bytes
  // One chunk: a string would be read letter by letter.
  return Readable.from([Buffer.from(made ?? REMOVED)])
}

/** Whether such a file is there to be opened: what is made of a row always is. */
export async function isOwnKept({ from }: OwnFile, blobs: BlobStore): Promise<boolean> {
  return 'stored' in from ? isKept(blobs, from.stored) : true
}
