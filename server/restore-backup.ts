import { resolve } from 'node:path'
import { jobKinds } from '#server/app.ts'
import { readBackup } from '#server/backup/read-backup.ts'
import { restore } from '#server/backup/restore.ts'
import { runCommand } from '#server/core/command.ts'
import { readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/db/open.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function check(from: string): Promise<void> {
  const { manifest, keys, secret } = await readBackup(from)
  const parts = `${manifest.tables.length} tables, ${keys.length} files, ${secret === undefined ? 'no' : 'its'} secret`
  say(`The backup of ${manifest.at} is whole: ${parts}.`)
}

/** `npm run restore -- --from BACKUP [--check]`: into an empty portal; with `--check` only the hashes are checked. */
const command = {
  usage: 'npm run restore -- --from BACKUP [--check]',
  options: { from: { type: 'string' }, check: { type: 'boolean' } },
  refusal: 'The restore was refused or broke off.',
} as const
await runCommand(command, async ({ from, check: isCheck }, wrong) => {
  if (!from) throw wrong('Say which backup it is.')
  if (isCheck) return check(resolve(from))
  const config = readConfig(process.env)
  const place = {
    ...config,
    open: (migrations?: string) => openDatabase({ ...config, isPatient: true }, migrations),
  }
  await restore(resolve(from), place, jobKinds, say)
})
