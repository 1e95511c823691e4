import { readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { openStore } from '#server/features/files/open-store.ts'
import { brokenFiles } from '#server/verify/broken-files.ts'
import { brokenRules } from '#server/verify/broken-rules.ts'
import { rules } from '#server/verify/rules.ts'

/** `npm run verify`: asks the database whether every rule holds, and reads every file. Changes nothing. Ends with 1 when something is wrong. */
async function verify(): Promise<number> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, null)
  const store = await openStore(config)
  try {
    let count = 0
    const broken = [
      ...(await brokenRules(database.db)),
      ...(await brokenFiles(database.db, store, (files) => {
        count = files
      })),
    ]
    for (const line of broken) process.stdout.write(`${line}\n`)
    process.stdout.write(
      broken.length === 0
        ? `All is well: ${Object.keys(rules).length} rules hold, and ${count} files are whole.\n`
        : `${broken.length} things are wrong; ${count} files were read.\n`,
    )
    return broken.length
  } finally {
    store.close()
    await database.close()
  }
}

try {
  if ((await verify()) > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(`Nothing was verified.\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
