import { mkdir, rm } from 'node:fs/promises'
import { assemble } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { loadSecret } from '#server/core/secrets.ts'
import { countAll } from '#server/db/db.ts'
import { openDatabase } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import { inviteReviewers } from '#server/features/people/invite.ts'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { saveSettings } from '#server/features/settings/save-settings.ts'
import { start } from '#server/start.ts'
import { papers } from './papers.ts'
import { DEMO_PASSWORD, people } from './people.ts'
import { Storyteller } from './story.ts'

/** `npm run demo`: a small believable conference, made anew in ./demo-data at each start. */
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
const story = new Storyteller(app, clock, people)
await story.makePeople()
const soon = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()
await story.as('chair', (ctx) =>
  saveSettings(
    ctx,
    {
      ...defaultSettings,
      website: 'https://conference.example/',
      supportEmail: 'help@conference.example',
      timeZone: 'Europe/Zurich',
      deadlines: { abstract: soon(10), paper: soon(40), resubmission: soon(25), review: soon(60) },
      paymentUrl: 'https://pay.example/conference-2026',
      paymentInstructions: 'The fee is EUR 320. Bank transfers take two days to arrive.',
      specialSessionUrl: 'https://forms.example/special-session',
      topics: ['Bridges', 'Fire', 'Geotechnics', 'Materials', 'Monitoring', 'Tunnels'],
    },
    0,
  ),
)
for (const paper of papers) await story.tell(paper)
story.goTo(2)
await story.as('chair', (ctx) =>
  inviteReviewers({ ...ctx, transact: (work) => work(ctx) }, [
    { email: 'ines@alpine.example', name: 'Inês Costa', topics: ['Bridges'] },
  ]),
)
await app.close()
await database.close()

await start(config)
const rows = people.map((one) => [one.staff ? 'staff' : one.role, one.email, one.see] as const)
const lines = rows.map(([role, email, see]) => `  ${role.padEnd(9)} ${email.padEnd(28)} ${see}`)
process.stdout.write(
  `  The demo’s people, all with the password  ${DEMO_PASSWORD}\n\n${lines.join('\n')}\n\n  Mails: ${config.publicUrl}/dev/mail\n\n`,
)
