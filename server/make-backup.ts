import { resolve } from 'node:path'
import { type BackedUp, backUp } from '#server/backup/back-up.ts'
import { askForBackup, backupSocket } from '#server/backup/backup-socket.ts'
import { sourceOf } from '#server/backup/source.ts'
import { runCommand } from '#server/core/command.ts'
import { readConfig } from '#server/core/config.ts'
import { openExisting } from '#server/db/open-existing.ts'

async function make(to: string): Promise<BackedUp> {
  const config = readConfig(process.env)
  const asked =
    config.databaseUrl === undefined ? await askForBackup(backupSocket(config.dataDir), to) : undefined
  if (asked !== undefined) return asked
  const database = await openExisting(config)
  try {
    return await backUp(await sourceOf(database.db, config), to)
  } finally {
    await database.close()
  }
}

/** `npm run backup -- --to FOLDER`: database and files in a folder of their own below it, while the portal runs. */
const command = {
  usage: 'npm run backup -- --to FOLDER',
  options: { to: { type: 'string' } },
  refusal: 'No backup was made.',
} as const
await runCommand(command, async ({ to }, wrong) => {
  if (!to) throw wrong('Say where the backup is put.')
  const { path, rows, files, added } = await make(resolve(to))
  process.stdout.write(`Backed up to ${path}: ${rows} rows, ${files} files, ${added} of them new.\n`)
})
