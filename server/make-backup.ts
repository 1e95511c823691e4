import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackedUp, backUp } from '#server/backup/back-up.ts'
import { askForBackup, backupSocket } from '#server/backup/backup-socket.ts'
import { sourceOf } from '#server/backup/source.ts'
import { readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/db/open.ts'

/** `npm run backup -- --to FOLDER`: database and files in a folder of their own below it, while the portal runs. */
const { values } = parseArgs({ options: { to: { type: 'string' } } })

async function make(to: string): Promise<BackedUp> {
  const config = readConfig(process.env)
  const asked =
    config.databaseUrl === undefined ? await askForBackup(backupSocket(config.dataDir), to) : undefined
  if (asked !== undefined) return asked
  const database = await openDatabase(config, null)
  try {
    return await backUp(await sourceOf(database.db, config), to)
  } finally {
    await database.close()
  }
}

try {
  if (values.to === undefined) throw new Error('Say where: npm run backup -- --to FOLDER')
  const { path, rows, files, added } = await make(resolve(values.to))
  process.stdout.write(`Backed up to ${path}: ${rows} rows, ${files} files, ${added} of them new.\n`)
} catch (error) {
  process.stderr.write(`No backup was made.\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
