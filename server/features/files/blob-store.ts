import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#server/core/app-error.ts'

/** Bytes that arrived, measured while they streamed, in the waiting room. */
export interface Received {
  /** Where they wait, for inspection. */
  path: string
  /** Lower-case hex. */
  sha256: string
  /** Base64, as object stores write it. */
  md5: string
  size: number
}

/** Stored bytes under keys derived from their content; no name of a person's is ever part of a path. */
export interface BlobStore {
  /** Streams to disk; throws AppError `too_large` past the limit, and leaves nothing behind when it fails. */
  receive(stream: Readable, limitBytes: number): Promise<Received>
  /** A path in the waiting room for bytes that are made here, to be received from there; cleared away when left. */
  workPath(): string
  /** Puts received bytes in their place for good and gives the key; the same bytes twice are one blob. */
  keep(received: Received): Promise<string>
  /** Removes received bytes from the waiting room; harmless after `keep`. */
  discard(received: Received): Promise<void>
  /** The bytes of a key, or a part of them: `end` is included. */
  open(key: string, range?: { start: number; end: number }): Readable
  /** Where the bytes of a key lie, for what reads files by their path. */
  pathOf(key: string): string
  /** Size in bytes; undefined when there is no such blob. */
  sizeOf(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** The keys of all blobs that were put in their place before a moment, folder by folder. */
  keysBefore(moment: Date): AsyncIterable<string[]>
  /** Clears the waiting room of what came before a moment: left by a process that was killed. */
  removeWaiting(before: Date): Promise<void>
}

const LEFT_OVER_MS = 24 * 60 * 60 * 1000

/** The key of some bytes: `ab/cd/abcd…`, so that no folder grows too long. */
export function keyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}

/** Keeps blobs below a folder. Waiting room and store are on one volume, so that keeping is one atomic rename. */
export async function openDiskStore(folder: string): Promise<BlobStore> {
  const waiting = join(folder, 'incoming')
  await mkdir(waiting, { recursive: true })
  await removeOlder(waiting, new Date(Date.now() - LEFT_OVER_MS))
  const pathOf = (key: string) => {
    if (!/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(key)) throw new Error(`not a storage key: ${key}`)
    return join(folder, 'blobs', key)
  }
  return {
    receive: (stream, limitBytes) => receive(stream, join(waiting, randomUUID()), limitBytes),
    workPath: () => join(waiting, randomUUID()),
    keep: async (received) => {
      const key = keyOf(received.sha256)
      const path = pathOf(key)
      const made = await mkdir(dirname(path), { recursive: true })
      await rename(received.path, path)
      await syncFolder(dirname(path))
      if (made !== undefined) await syncFoldersAbove(dirname(path), dirname(made))
      return key
    },
    discard: (received) => rm(received.path, { force: true }),
    pathOf,
    open: (key, range) => createReadStream(pathOf(key), range ?? {}),
    sizeOf: async (key) => {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    keysBefore: (moment) => keysBefore(join(folder, 'blobs'), moment),
    removeWaiting: (before) => removeOlder(waiting, before),
  }
}

async function receive(stream: Readable, path: string, limitBytes: number): Promise<Received> {
  const md5 = createHash('md5')
  const sha256 = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limitBytes) return done(tooLarge(limitBytes))
      md5.update(chunk)
      sha256.update(chunk)
      done(null, chunk)
    },
  })
  // flush: on the disk before anybody is told that it arrived.
  const out = createWriteStream(path, { flags: 'wx', flush: true })
  try {
    await pipeline(stream, meter, out)
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

/** A process that was killed leaves what it was receiving. */
async function removeOlder(folder: string, than: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isOlder(path, than)) await rm(path, { force: true })
  }
}

/** The names in each folder of the lowest level are the keys' last parts (`keyOf`). */
async function* keysBefore(root: string, moment: Date): AsyncGenerator<string[]> {
  for (const first of await namesIn(root))
    for (const second of await namesIn(join(root, first))) {
      const folder = join(root, first, second)
      const keys: string[] = []
      for (const name of await namesIn(folder))
        if (await isOlder(join(folder, name), moment)) keys.push(`${first}/${second}/${name}`)
      if (keys.length > 0) yield keys
    }
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])

/** What went away meanwhile is not older than anything. */
async function isOlder(path: string, than: Date): Promise<boolean> {
  const changed = (await stat(path).catch(() => undefined))?.mtime
  return changed !== undefined && changed < than
}
