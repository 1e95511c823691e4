import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assemble } from '#server/app.ts'
import { runCommand } from '#server/core/command.ts'
import { readConfig } from '#server/core/config.ts'
import { makeFolder } from '#server/core/own-folder.ts'
import { loadSecret } from '#server/core/secrets.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeAdmin } from '#server/features/people/make-first-admin.ts'

/**
 * `npm run make-admin`: makes the person of ADMIN_EMAIL and ADMIN_PASSWORD an administrator (decisions.md §5), before a
 * portal's first start too; says so then, for whoever meant another folder.
 */
const command = {
  usage: 'ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run make-admin',
  options: {},
  refusal: 'No administrator was made.',
} as const
await runCommand(command, async (_, wrong) => {
  const config = readConfig(process.env)
  const { firstAdmin, dataDir } = config
  if (firstAdmin === undefined) throw wrong('Set ADMIN_EMAIL and ADMIN_PASSWORD to the new administrator’s.')
  const isNew = config.databaseUrl === undefined && !existsSync(join(dataDir, 'database'))
  await makeFolder(dataDir)
  const database = await openDatabase(config)
  let ways = ''
  try {
    const app = await assemble(
      { ...config, logLevel: 'silent' },
      { database, secret: await loadSecret(config.jwtSecret, dataDir) },
    )
    const { hasSecondStep } = await makeAdmin(app, firstAdmin.email, firstAdmin.password)
    await app.close()
    ways = hasSecondStep
      ? 'Logging in takes the second step of this account too, or a recovery code.'
      : 'The password alone is enough to log in.'
  } finally {
    await database.close()
  }
  if (isNew) process.stdout.write(`There was no portal in ${resolve(dataDir)}: a new one was made there.\n`)
  process.stdout.write(`${firstAdmin.email} is an administrator now. ${ways}\n`)
})
