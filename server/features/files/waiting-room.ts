import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ownFolder } from '#server/core/own-folder.ts'
import type { Received, WaitingRoom } from './blob-store.ts'
import { writeMeasured } from './write-measured.ts'

const LEFT_OVER_MS = 24 * 60 * 60 * 1000

/** A waiting room below a folder, both closed to other accounts, cleared of what a killed process left there a day ago. */
export async function openWaitingRoom(folder: string): Promise<WaitingRoom> {
  const waiting = join(folder, 'incoming')
  await ownFolder(folder)
  await ownFolder(waiting)
  await removeOlder(waiting, new Date(Date.now() - LEFT_OVER_MS))
  return {
    receive: (stream, limitBytes) => receive(stream, join(waiting, randomUUID()), limitBytes),
    workPath: () => join(waiting, randomUUID()),
    discard: (received) => rm(received.path, { force: true }),
    removeWaiting: (before) => removeOlder(waiting, before),
  }
}

async function receive(stream: Readable, path: string, limitBytes: number): Promise<Received> {
  try {
    const measured = await pipeline(stream, (source) => writeMeasured(source, path, limitBytes))
    return { path, ...measured }
  } catch (error) {
    await rm(path, { force: true })
    throw error
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
