import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { sentenceOf } from '#server/core/command.ts'
import type { Config } from '#server/core/config.ts'
import { FILE_MODE } from '#server/core/own-folder.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import type { Database } from '#server/db/open.ts'
import { readDiskStore } from '#server/features/files/disk-store.ts'
import { openStore } from '#server/features/files/open-store.ts'
import { type JobKind, openJobs } from '#server/jobs/jobs.ts'
import { copyBlobs } from './copy-blobs.ts'
import { partsOf } from './format.ts'
import { loadTables } from './load-tables.ts'
import { migrationOf, withMigrationsUpTo } from './migrations.ts'
import { placeInWords } from './place-in-words.ts'
import { type Backup, readBackup } from './read-backup.ts'

/** Where a portal keeps what it has. Where a secret is configured the backup's own is not written. */
export interface Place extends Pick<Config, 'databaseUrl' | 'dataDir' | 'storage' | 'jwtSecret'> {
  /** Opens its database with these migrations, by itself with all of them. */
  open: (migrations?: string) => Promise<Database>
}

/**
 * Restores a backup into a portal that is empty, on either kind of database, and brings it up to this version. Everything
 * is checked before anything is written; the database is filled in one transaction. Throws when the portal holds people
 * already, or the backup is damaged or newer than this version.
 */
export async function restore(
  backup: string,
  place: Place,
  jobKinds: readonly JobKind[],
  say: (line: string) => void,
): Promise<Backup> {
  const found = await readBackup(backup)
  say(`The backup of ${found.manifest.at} is whole: ${found.keys.length} files.`)
  const where = placeInWords(place)
  say(`Restoring into ${where}.`)
  await withMigrationsUpTo(found.manifest.migration, async (migrations) => {
    const database = await place.open(migrations)
    try {
      await expectEmpty(database.db, found)
      await putFiles(backup, found, place)
      await loadTables(database.db, found.manifest, partsOf(backup).table, ({ name, rows }) =>
        say(`${name}: ${rows}`),
      )
    } finally {
      await database.close()
    }
  })
  try {
    // Opened as usual, it is brought up to this version.
    const database = await place.open()
    try {
      await putJobsBack(database, found, jobKinds, say)
    } finally {
      await database.close()
    }
  } catch (cause) {
    const lacks = `All rows and files are in ${where}, but not what waited to be done, such as links for new passwords`
    throw new Error(`${lacks}: ${sentenceOf(cause)}\nTo have that too, restore into an empty portal.`, {
      cause,
    })
  }
  say(`Restored into ${where}: the portal is as it was at ${found.manifest.at}.`)
  return found
}

async function expectEmpty(db: Db, { manifest }: Backup): Promise<void> {
  if ((await migrationOf(db)) !== manifest.migration)
    throw new Error('This database was set up by a newer version; give an empty one.')
  if (await hasPeople(db))
    throw new Error('There are people in this portal; a backup is restored into an empty one only.')
}

/** Before the rows: bytes that nobody mentions do no harm, rows without their bytes do. */
async function putFiles(backup: string, { keys, secret }: Backup, { jwtSecret, ...place }: Place) {
  const from = readDiskStore(partsOf(backup).files)
  const to = await openStore(place)
  const { missing } = await copyBlobs(from, to, keys).finally(() => to.close())
  if (missing.length > 0) throw new Error(`The backup has lost files meanwhile: ${missing.join(', ')}`)
  if (secret !== undefined && jwtSecret === undefined)
    await writeFile(join(place.dataDir, 'secret'), secret, { mode: FILE_MODE })
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await rowsOf(db, sql`select 1 from users limit 1`)).length > 0
}

/** All of them or, where it throws, none. One that this version does not take is left out and said. */
async function putJobsBack(
  database: Database,
  { manifest }: Backup,
  kinds: readonly JobKind[],
  say: (line: string) => void,
) {
  const failed = (error: Error) => {
    throw error
  }
  const jobs = await openJobs(database, kinds, failed)
  try {
    await database.db.transaction(async (tx) => {
      for (const { kind: name, data, startAfter } of manifest.jobs) {
        const kind = kinds.find((each) => each.name === name)
        const read = kind?.data.safeParse(data)
        if (kind !== undefined && read?.success) await jobs.enqueue(tx, kind, [read.data], startAfter)
        else say(`Left out, as this version does not take it: ${name} ${JSON.stringify(data)}`)
      }
    })
  } finally {
    await jobs.stop()
  }
}
