import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { jobKinds } from '#server/app.ts'
import { readBackup } from '#server/backup/read-backup.ts'
import { restore } from '#server/backup/restore.ts'
import { readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/db/open.ts'

/** `npm run restore -- --from BACKUP [--check]`: into an empty portal; with `--check` only the hashes are checked. */
const { values } = parseArgs({
  options: { from: { type: 'string' }, check: { type: 'boolean', default: false } },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  if (values.from === undefined) throw new Error('Say which: npm run restore -- --from BACKUP')
  const from = resolve(values.from)
  if (values.check) {
    const { manifest, keys, secret } = await readBackup(from)
    const parts = `${manifest.tables.length} tables, ${keys.length} files, ${secret === undefined ? 'no' : 'its'} secret`
    say(`The backup of ${manifest.at} is whole: ${parts}.`)
  } else {
    const config = readConfig(process.env)
    const place = {
      ...config,
      open: (migrations?: string) => openDatabase({ ...config, isPatient: true }, migrations),
    }
    const { manifest } = await restore(from, place, jobKinds, say)
    say(`Restored: the portal is as it was at ${manifest.at}.`)
  }
} catch (error) {
  process.stderr.write(
    `The restore was refused or broke off.\n${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
}
