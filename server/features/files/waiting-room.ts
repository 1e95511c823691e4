import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ownFolder } from '#server/core/own-folder.ts'
import type { WaitingRoom } from './blob-store.ts'
import { writeMeasured } from './write-measured.ts'

const LEFT_OVER_MS = 24 * 60 * 60 * 1000

/**
 * A waiting room below a folder, both closed to other accounts, cleared of what a killed process left there a day ago.
 * `write` makes the file of what arrives.
 */
export async function openWaitingRoom(folder: string, write = writeMeasured): Promise<WaitingRoom> {
  const waiting = join(folder, 'incoming')
  await ownFolder(folder)
  await ownFolder(waiting)
  await removeOlder(waiting, new Date(Date.now() - LEFT_OVER_MS))
  return {
    receive: async (stream, limitBytes) => {
      const path = join(waiting, randomUUID())
      // A pipeline whose sender breaks off fails at once: what writes may be about to make its file even then.
      let written: Promise<unknown> | undefined
      try {
        const measured = await pipeline(stream, (source) => {
          const writing = write(source, path, limitBytes)
          written = writing
          return writing
        })
        return { path, ...measured }
      } catch (error) {
        await Promise.allSettled([written])
        await rm(path, { force: true })
        throw error
      }
    },
    workPath: () => join(waiting, randomUUID()),
    discard: (received) => rm(received.path, { force: true }),
    removeWaiting: (before) => removeOlder(waiting, before),
  }
}

/** A process that was killed leaves what it was receiving. */
async function removeOlder(folder: string, than: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isOlder(path, than)) await rm(path, { force: true })
  }
}

/** What went away meanwhile is not older than anything. */
export async function isOlder(path: string, than: Date): Promise<boolean> {
  const changed = (await stat(path).catch(() => undefined))?.mtime
  return changed !== undefined && changed < than
}
