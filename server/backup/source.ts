import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { readGenerated } from '#server/core/secrets.ts'
import type { Db } from '#server/db/db.ts'
import { openStore } from '#server/features/files/open-store.ts'
import type { Source } from './back-up.ts'

/** What is backed up of a portal: its database, its files, and its secret where that is not configured. */
export async function sourceOf(
  db: Db,
  config: Pick<Config, 'dataDir' | 'storage' | 'jwtSecret'>,
): Promise<Source> {
  // A portal that never started has none.
  const secret =
    config.jwtSecret === undefined ? await readGenerated(join(config.dataDir, 'secret')) : undefined
  return { db, blobs: await openStore(config), secret, now: new Date() }
}
