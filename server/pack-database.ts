import { chmod, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { jobKinds } from '#server/app.ts'
import { IMAGE, imageOf } from '#server/db/embedded/image.ts'
import { migrationsFolder } from '#server/db/migrations-folder.ts'
import { openDatabase } from '#server/db/open.ts'
import { openJobs } from '#server/jobs/jobs.ts'

// Part of the build: makes an embedded database that is up to date and empty, tables of the job queue included, and lays
// its folder beside the bundle, so that a first start copies it. One that is there already was made of the same.

const image = await imageOf(migrationsFolder())
const beside = await readdir(dirname(image))
for (const name of beside.filter((one) => one.startsWith(IMAGE) && one !== basename(image)))
  await rm(join(dirname(image), name), { recursive: true, force: true })
if (!beside.includes(basename(image))) await pack()

async function pack(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pack-'))
  try {
    const database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    const jobs = await openJobs(database, jobKinds, (error) => {
      throw error
    })
    await jobs.stop()
    await database.close()
    const half = `${image}.new`
    await rm(half, { recursive: true, force: true })
    await cp(join(folder, 'database/pglite'), half, { recursive: true })
    await readable(half)
    await rename(half, image)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whoever starts the portal may be another than who built it. */
async function readable(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await readable(path)
    else await chmod(path, 0o644)
  }
}
