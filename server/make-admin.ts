import { assemble } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { makeFolder } from '#server/core/own-folder.ts'
import { loadSecret } from '#server/core/secrets.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeAdmin } from '#server/features/people/make-first-admin.ts'

/** `npm run make-admin`: makes the person of ADMIN_EMAIL and ADMIN_PASSWORD an administrator (decisions.md §5). */
const config = readConfig(process.env)
if (config.firstAdmin === undefined) {
  process.stderr.write('Set ADMIN_EMAIL and ADMIN_PASSWORD to the new administrator’s.\n')
  process.exit(1)
}
await makeFolder(config.dataDir)
const database = await openDatabase(config)
const app = await assemble(
  { ...config, logLevel: 'silent' },
  { database, secret: await loadSecret(config.jwtSecret, config.dataDir) },
)
await makeAdmin(app, config.firstAdmin.email, config.firstAdmin.password)
await app.close()
await database.close()
process.stdout.write(`${config.firstAdmin.email} is an administrator now.\n`)
