import { hasCode } from '#server/core/system-error.ts'
import { type BlobStore, keyOf } from '#server/features/files/blob-store.ts'

/** What is asked of the store that is copied from. */
type ReadFrom = Pick<BlobStore, 'open' | 'sizeOf'>

/** What became of the bytes that should be copied. */
interface Copied {
  /** Were not there before. */
  added: number
  /** Keys whose bytes the source does not have. */
  missing: string[]
}

/**
 * Copies bytes from one store to another by their keys, leaving what is there already. Each is hashed on its way; throws
 * when it is not what its key says, which is a broken disk.
 */
export async function copyBlobs(from: ReadFrom, to: BlobStore, keys: readonly string[]): Promise<Copied> {
  const missing: string[] = []
  let added = 0
  for (const key of keys) {
    const size = await from.sizeOf(key)
    if (size === undefined) missing.push(key)
    else if ((await to.sizeOf(key)) !== size) {
      if (await copyBlob(from, to, key, size)) added += 1
      else missing.push(key)
    }
  }
  return { added, missing }
}

/** False when it went away in between. */
async function copyBlob(from: ReadFrom, to: BlobStore, key: string, size: number): Promise<boolean> {
  const received = await receiveFrom(from, to, key, size).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (received === undefined) return false
  try {
    if (keyOf(received.sha256) !== key)
      throw new Error(`The bytes of ${key} are damaged: they hash to ${received.sha256}.`)
    // Only here has a store on other machines the time to take a large file.
    await to.prepare(received)
    await to.keep(received)
    return true
  } finally {
    await to.discard(received)
  }
}

async function receiveFrom(from: ReadFrom, to: BlobStore, key: string, size: number) {
  return to.receive(await from.open(key), size)
}
