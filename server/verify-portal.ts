import { sql } from 'drizzle-orm'
import { runCommand } from '#server/core/command.ts'
import { readConfig } from '#server/core/config.ts'
import { openExisting } from '#server/db/open-existing.ts'
import { openStore } from '#server/features/files/open-store.ts'
import { brokenFiles } from '#server/verify/broken-files.ts'
import { brokenRules } from '#server/verify/broken-rules.ts'
import { rules } from '#server/verify/rules.ts'

/** All rules are asked of one moment: the portal may be at work. */
const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** `npm run verify`: asks the database whether every rule holds, and reads every file. Changes nothing. Ends with 1 when something is wrong. */
async function verify(): Promise<number> {
  const config = readConfig(process.env)
  const database = await openExisting({ ...config, isPatient: true })
  const store = await openStore(config)
  try {
    const say = (line: string) => process.stdout.write(`${line}\n`)
    const wrong = await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      return brokenRules(tx)
    }, ONE_MOMENT)
    // At once: the store may not answer.
    wrong.forEach(say)
    let count = 0
    const broken = await brokenFiles(database.db, store, (files) => {
      count = files
    })
    broken.forEach(say)
    const found = wrong.length + broken.length
    say(
      found === 0
        ? `All is well: ${Object.keys(rules).length} rules hold, and ${count} files are whole.`
        : `${found} things are wrong; ${count} files were read.`,
    )
    return found
  } finally {
    store.close()
    await database.close()
  }
}

const command = { usage: 'npm run verify', options: {}, refusal: 'Not everything was verified.' } as const
await runCommand(command, async () => {
  if ((await verify()) > 0) process.exitCode = 1
})
