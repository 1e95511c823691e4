import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#server/core/app-error.ts'
import { FILE_MODE, ownFolder } from '#server/core/own-folder.ts'
import type { Received, WaitingRoom } from './blob-store.ts'

const LEFT_OVER_MS = 24 * 60 * 60 * 1000
/** Bytes of a file that may wait for the disk: small pieces cost more than their writing. */
const WRITTEN_AT_ONCE = 1024 * 1024

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
  const md5 = createHash('md5')
  const sha256 = createHash('sha256')
  let size = 0
  const measure = (chunk: Buffer | string) => {
    // What is written here as text, an export for instance, comes as such: its size is that of its bytes.
    size += Buffer.byteLength(chunk)
    if (size > limitBytes) return stream.destroy(tooLarge(limitBytes))
    md5.update(chunk)
    sha256.update(chunk)
  }
  // flush: on the disk before anybody is told that it arrived.
  const out = createWriteStream(path, {
    flags: 'wx',
    mode: FILE_MODE,
    flush: true,
    highWaterMark: WRITTEN_AT_ONCE,
  })
  try {
    // Beside the line rather than in it: as much as came meanwhile is then written at once.
    stream.on('data', measure)
    await pipeline(stream, out)
  } catch (error) {
    // A file still being opened would appear after its removal.
    if (!out.closed) await new Promise<void>((resolve) => out.once('close', () => resolve()))
    await rm(path, { force: true })
    throw error
  }
  return { path, sha256: sha256.digest('hex'), md5: md5.digest('base64'), size }
}

function tooLarge(limitBytes: number): AppError {
  return new AppError('too_large', `The file is larger than ${inMegabytes(limitBytes)}.`, { limitBytes })
}

/** `10 MB`, `1.5 MB`, counting as file managers do. */
export function inMegabytes(bytes: number): string {
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MB`
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
