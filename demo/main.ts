import { mkdir, rm } from 'node:fs/promises'
import { assemble } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { loadSecret } from '#server/core/secrets.ts'
import { countAll } from '#server/db/db.ts'
import { openDatabase } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import { start } from '#server/start.ts'
import { tellConference } from './conference.ts'
import { fillConference } from './crowd/fill.ts'
import { DEMO_PASSWORD, people } from './people.ts'

/**
 * `npm run demo`: a believable conference of 600 submissions and 80 reviewers, made anew in ./demo-data at each start;
 * `npm run demo -- small`: its first seventeen submissions alone.
 */
const isSmall = process.argv.includes('small')
const DATA_DIR = './demo-data'
const config = readConfig({ NODE_ENV: 'development', LOG_LEVEL: 'warn', ...process.env, DATA_DIR })
if (config.databaseUrl === undefined) await rm(DATA_DIR, { recursive: true, force: true })
await mkdir(DATA_DIR, { recursive: true })

const database = await openDatabase(config)
const [known] = await database.db.select({ count: countAll }).from(users)
if ((known?.count ?? 0) > 0) {
  process.stderr.write('The demo wants an empty database; this one has people in it.\n')
  process.exit(1)
}
process.stdout.write('Making the demo conference…\n')
const clock = { now: new Date() }
const secret = await loadSecret(config.jwtSecret, DATA_DIR)
const app = await assemble({ ...config, logLevel: 'silent' }, { database, secret, clock: () => clock.now })
const story = await tellConference(app, clock)
if (!isSmall) await fillConference(app, database.db, story, clock.now)
await app.close()
await database.close()

await start(config, await openDatabase(config))
const rows = people.map((one) => [one.staff ? 'staff' : one.role, one.email, one.see] as const)
const lines = rows.map(([role, email, see]) => `  ${role.padEnd(9)} ${email.padEnd(28)} ${see}`)
process.stdout.write(
  `  The demo’s people, all with the password  ${DEMO_PASSWORD}\n\n${lines.join('\n')}\n\n  Mails: ${config.publicUrl}/dev/mail\n\n`,
)
