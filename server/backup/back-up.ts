import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_MODE, FOLDER_MODE, makeFolder } from '#server/core/own-folder.ts'
import { hasCode } from '#server/core/system-error.ts'
import type { Db } from '#server/db/db.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { copyBlobs } from './copy-blobs.ts'
import { dumpTables, mentionedKeys } from './dump-tables.ts'
import { format, type Manifest, partsOf } from './format.ts'
import { migrationOf } from './migrations.ts'

/** What is backed up, and what of the portal is needed for it. */
export interface Source {
  db: Db
  blobs: BlobStore
  /** The generated secret; undefined when it is configured, and so kept elsewhere. */
  secret: string | undefined
  now: Date
}

/** What a backup holds, for the person who asked. */
export interface BackedUp {
  /** Its folder. */
  path: string
  rows: number
  files: number
  /** How many of the files no earlier backup in the same folder had. */
  added: number
}

/** Bytes that are deleted between the database's moment and their copy need another moment; that is rare. */
const ATTEMPTS = 5

/**
 * Makes a backup in a folder of its own below `to`, while the portal runs: the database as of one moment and every byte
 * that it mentions then. What was begun and broke off is never taken for a backup: its name ends in `.partial`.
 * Throws when bytes that are mentioned are damaged or not there.
 */
export async function backUp(source: Source, to: string): Promise<BackedUp> {
  await makeFolder(to)
  const { path, partial } = await ownPlace(to, source.now)
  try {
    const done = await write(source, partial)
    await rename(partial, path)
    return { ...done, path }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/**
 * Where a backup of a moment is written, made now, and what it is called once it is whole; of several in one second the
 * later ones are numbered.
 */
async function ownPlace(to: string, now: Date): Promise<{ path: string; partial: string }> {
  const name = `lectern-${now.toISOString().replaceAll(':', '-').slice(0, 19)}Z`
  for (let nth = 1; ; nth += 1) {
    const path = join(to, nth === 1 ? name : `${name}-${nth}`)
    const partial = `${path}.partial`
    const isOurs = await mkdir(partial, { mode: FOLDER_MODE }).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'EEXIST')) return false
        throw error
      },
    )
    if (!isOurs) continue
    // Asked last: whoever had it before gave it up by being whole.
    if (!existsSync(path)) return { path, partial }
    await rmdir(partial)
  }
}

async function write(source: Source, folder: string): Promise<Omit<BackedUp, 'path'>> {
  const parts = partsOf(folder)
  const store = await openDiskStore(parts.files)
  // Most bytes first: what is left to copy after the database's moment is soon done.
  let { added } = await copyBlobs(source.blobs, store, await mentionedKeys(source.db))
  for (let attempt = 1; ; attempt += 1) {
    const { keys, tables, sequences, jobs } = await dumpTables(source.db, parts.table)
    const copied = await copyBlobs(source.blobs, store, keys)
    added += copied.added
    const gone = await stillMentioned(source.db, copied.missing)
    if (gone.length > 0) throw new Error(`These files are mentioned, but not there: ${gone.join(', ')}`)
    if (copied.missing.length > 0) {
      if (attempt === ATTEMPTS)
        throw new Error('Files are deleted faster than they can be copied; try later.')
      continue
    }
    const list = keys.map((key) => `${key}\n`).join('')
    await writeFile(parts.keys, list, { mode: FILE_MODE, flush: true })
    if (source.secret !== undefined)
      await writeFile(parts.secret, source.secret, { mode: FILE_MODE, flush: true })
    const manifest: Manifest = {
      format,
      at: source.now.toISOString(),
      migration: await migrationOf(source.db),
      tables,
      sequences,
      files: { count: keys.length, sha256: hashOf(list) },
      secret: source.secret === undefined ? null : hashOf(source.secret),
      jobs,
    }
    await writeFile(parts.manifest, JSON.stringify(manifest, null, 1), { mode: FILE_MODE, flush: true })
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: keys.length, added }
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function stillMentioned(db: Db, missing: readonly string[]): Promise<string[]> {
  if (missing.length === 0) return []
  const mentioned = new Set(await mentionedKeys(db))
  return missing.filter((key) => mentioned.has(key))
}
