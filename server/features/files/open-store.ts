import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskStore } from './disk-store.ts'

/** The store of files that is configured (decisions.md §9, STORAGE_URL): below the data folder, or a bucket. */
export async function openStore({
  storage,
  dataDir,
}: Pick<Config, 'storage' | 'dataDir'>): Promise<BlobStore> {
  const folder = join(dataDir, 'files')
  if (storage === undefined) return openDiskStore(folder)
  // Its client is large; who keeps files on the disk does not load it.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(storage, folder)
}
