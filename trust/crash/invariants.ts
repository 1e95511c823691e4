import type { Db } from '#server/db/db.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { brokenFiles } from '#server/verify/broken-files.ts'
import { brokenRules } from '#server/verify/broken-rules.ts'

/** What is not so in a database and its stored files, in words; nothing when all holds: what `npm run verify` asks. */
export async function violations(db: Db, store: BlobStore): Promise<string[]> {
  return [...(await brokenRules(db)), ...(await brokenFiles(db, store))]
}
