import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#server/core/own-folder.ts'
import { hasCode } from '#server/core/system-error.ts'
import { type BlobStore, checkedKey, keyOf } from './blob-store.ts'
import { withFirstBytes } from './first-bytes.ts'
import { openTogether } from './open-together.ts'
import { AT_ONCE, assertLength, sentAtOnce, sentFile } from './sent-file.ts'
import { isOlder, openWaitingRoom } from './waiting-room.ts'

/** Reads blobs below a folder, and writes nothing there: it may be mounted read-only. */
export function readDiskStore(folder: string): Pick<BlobStore, 'open' | 'lend' | 'sizeOf'> {
  const pathOf = (key: string) => join(folder, 'blobs', checkedKey(key))
  return {
    open: async (key, range) => withFirstBytes((await open(pathOf(key), 'r')).createReadStream(range ?? {})),
    lend: async (key, use) => use(pathOf(key)),
    sizeOf: async (key) => {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined
        throw error
      }
    },
  }
}

/** Keeps blobs below a folder. Waiting room and store are on one volume, so that keeping is one atomic rename. */
export async function openDiskStore(folder: string): Promise<BlobStore> {
  const room = await openWaitingRoom(folder)
  const openShared = openTogether()
  const pathOf = (key: string) => join(folder, 'blobs', checkedKey(key))
  return {
    ...room,
    ...readDiskStore(folder),
    prepare: async () => undefined,
    keep: async (received) => {
      const key = keyOf(received.sha256)
      const path = pathOf(key)
      const made = await makeFolder(dirname(path))
      await rename(received.path, path)
      await syncFolder(dirname(path))
      if (made !== undefined) await syncFoldersAbove(dirname(path), dirname(made))
      return key
    },
    openToSend: async (key, sent) => {
      const file = await openShared(pathOf(key))
      if (sent.length <= AT_ONCE) return sentAtOnce(file, sent)
      const bytes = await withFirstBytes(sentFile(file, sent))
      try {
        await assertLength(file, sent)
      } catch (error) {
        bytes.destroy()
        throw error
      }
      return bytes
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    keysBefore: (moment) => keysBefore(join(folder, 'blobs'), moment),
    close: () => undefined,
  }
}

/** A rename is only sure to survive a power cut once its folder is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** New folders, up to the one that was there before. */
async function syncFoldersAbove(path: string, last: string): Promise<void> {
  for (let folder = path; folder !== last; ) {
    folder = dirname(folder)
    await syncFolder(folder)
  }
}

/** As many keys at once as a bucket lists: what is asked of each portion is asked of the database. */
const PORTION = 1000

/** The names in each folder of the lowest level, hardly more than one each, are the keys' last parts (`keyOf`). */
async function* keysBefore(root: string, moment: Date): AsyncGenerator<string[]> {
  let keys: string[] = []
  for (const first of await namesIn(root))
    for (const second of await namesIn(join(root, first)))
      for (const name of await namesIn(join(root, first, second))) {
        if (await isOlder(join(root, first, second, name), moment)) keys.push(`${first}/${second}/${name}`)
        if (keys.length < PORTION) continue
        yield keys
        keys = []
      }
  if (keys.length > 0) yield keys
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])
