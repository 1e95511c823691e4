import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { assemble } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { rowsOf } from '#server/db/db.ts'
import { makeRemovalsDue } from '#tests/make-removals-due.ts'
import type { Bench } from '../trial.ts'
import type { CrashSite } from './crash-site.ts'
import { violations } from './invariants.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Lets a day go by for the portal's own clock, so that it does its chores as it does every morning, ends the week that what
 * it found stays, and holds the folder of files against the rows: no file is there that no row mentions, none is missing, and nothing waits half received.
 */
export async function checkAfterSweep(site: CrashSite, { tried, measured }: Bench): Promise<void> {
  const database = await site.open()
  try {
    const { db } = database
    const mentioned = async () => {
      const rows = await rowsOf<{ key: string }>(
        db,
        sql`select storage_key as key from files
          union select storage_key from clean_copies where storage_key is not null`,
      )
      return new Set(rows.map(({ key }) => key))
    }
    const unmentioned = async () => {
      const known = await mentioned()
      return (await filesIn(site)).filter((file) => !known.has(file.replace(/^blobs\//, '')))
    }
    measured('files that no row mentioned before the sweep', (await unmentioned()).length)
    // At noon: chores wait for the morning.
    const noon = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2)
    const config = readConfig({ ...site.env, LOG_LEVEL: 'silent' })
    const app = await assemble(config, { database, secret: 's'.repeat(40), clock: () => noon })
    try {
      const done = await app.doChores()
      tried(done.includes('sweep-files') ? undefined : 'the files were not swept')
      await makeRemovalsDue(db)
      await app.portal.world().jobs.drain(app.handlers)
    } finally {
      await app.close()
    }
    const left = await unmentioned()
    tried(left.length === 0 ? undefined : `no row mentions ${left.join(', ')}`)
    const store = await site.store()
    for (const broken of await violations(db, store)) tried(broken)
    store.close()
  } finally {
    await database.close()
  }
}

/** Every file of the folder, as a path in it. */
async function filesIn({ filesDir }: CrashSite): Promise<string[]> {
  const entries = await readdir(filesDir, { recursive: true, withFileTypes: true })
  return entries.flatMap((one) =>
    one.isFile() ? [join(one.parentPath, one.name).slice(filesDir.length + 1)] : [],
  )
}
