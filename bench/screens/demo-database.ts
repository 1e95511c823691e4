import { tellConference } from '#demo/conference.ts'
import { fillConference } from '#demo/crowd/fill.ts'
import { assemble } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/db/open.ts'

/** Tells the demo conference, 600 submissions and 80 reviewers, into a database and a folder that a portal then starts on. */
export async function fillDemo(env: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig({ NODE_ENV: 'development', ...env })
  const database = await openDatabase(config)
  const clock = { now: new Date() }
  const app = await assemble(
    { ...config, logLevel: 'silent' },
    { database, secret: env['JWT_SECRET'] ?? '', clock: () => clock.now },
  )
  try {
    await fillConference(app, database.db, await tellConference(app, clock), clock.now)
  } finally {
    await app.close()
    await database.close()
  }
}
