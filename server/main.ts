import cluster from 'node:cluster'
import { readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { LATER_PROCESS, startMany } from '#server/start-many.ts'

try {
  const config = readConfig(process.env)
  if (config.workers > 1 && cluster.isPrimary) await startMany(config)
  else {
    // The database starts while the rest of the portal is read from the disk.
    const [database, { start }] = await Promise.all([openDatabase(config), import('#server/start.ts')])
    await start(config, database, { isFirst: process.env[LATER_PROCESS] === undefined })
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`\nLectern could not start.\n${message}\n`)
  process.exit(1)
}
