import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type App, assemble } from '#server/app.ts'
import { backUp } from '#server/backup/back-up.ts'
import { backupSocket, listenForBackups } from '#server/backup/backup-socket.ts'
import { sourceOf } from '#server/backup/source.ts'
import type { Config } from '#server/core/config.ts'
import { makeFolder } from '#server/core/own-folder.ts'
import { loadSecret } from '#server/core/secrets.ts'
import { within } from '#server/core/within.ts'
import type { Database } from '#server/db/open.ts'
import { tidying } from '#server/db/tidy.ts'
import { keepHouse } from '#server/features/housekeeping/keep-house.ts'
import { assertBreachedPasswords } from '#server/features/people/breached-passwords.ts'
import { makeFirstAdmin } from '#server/features/people/make-first-admin.ts'
import { servePages } from '#server/http/pages.ts'

/** How long an end in order may take while a backup hangs, in milliseconds, once that had its own time to end. */
const LAST_MS = 5000
const DISORDER = 'it could not end in order'

/**
 * Starts the portal on its open database: parts, first admin, jobs, and only then the door. Of several processes on a
 * machine the first makes the admin and says where the portal is.
 */
export async function start(
  config: Config,
  database: Database,
  { isFirst } = { isFirst: true },
): Promise<void> {
  await makeFolder(config.dataDir)
  if (config.breachedPasswordsFile !== undefined) await assertBreachedPasswords(config.breachedPasswordsFile)
  const secret = await loadSecret(config.jwtSecret, config.dataDir)
  const app = await assemble(config, { database, secret })
  await servePages(app.portal, pagesFolder())
  const setUpLink = isFirst ? await makeFirstAdmin(app, config) : undefined
  await app.resume()
  await app.portal.world().jobs.work(app.handlers)
  const house = keepHouse(
    () => app.doChores(),
    (error) => app.http.log.error({ err: error }, 'a chore failed'),
  )
  const postman = keepHouse(
    () => app.readBounces(),
    (error) => app.http.log.error({ err: error }, 'the mailbox with bounces cannot be read'),
  )
  const endBackups = await openForBackups(app, config)
  await app.http.listen({ host: config.host, port: config.port })
  if (isFirst) announce(config, database.kind, setUpLink)
  const tidier = keepTidy(app, database)

  const stop = async () => {
    const endAll = async () => {
      // The door at once: nobody is let in while a chore comes to its end.
      await Promise.all([app.http.close(), house.stop(), postman.stop(), tidier?.stop()])
      await app.close()
    }
    const [isIdle, ended] = [endBackups(), endAll()]
    if (await isIdle) {
      await ended
      await database.close()
      process.exit(0)
    }
    // It may hold the database's only connection, which all else waits for then, and a thread that no exit ends.
    const inOrder = ended.then(() => database.close())
    await within(LAST_MS, inOrder).catch((error: unknown) => app.http.log.error({ err: error }, DISORDER))
    app.http.log.fatal('a backup does not end; the process ends without it, and leaves a .partial folder')
    process.kill(process.pid, 'SIGKILL')
  }
  const endWith = (error: unknown, said: string) => {
    app.http.log.fatal({ err: error }, said)
    process.exit(1)
  }
  // Nobody knows what an error broke that nobody awaited: whoever started the process starts another (ASVS 16.5.4).
  process.on('uncaughtException', (error) => endWith(error, 'an error that nobody handled'))
  let stopped: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopped ??= stop()
      stopped.catch((error: unknown) => endWith(error, DISORDER))
    })
  }
}

/** A PostgreSQL server sees to its tables itself. Ended, it begins no further table. */
function keepTidy({ http }: App, database: Database): { stop: () => Promise<void> } | undefined {
  if (database.kind !== 'pglite') return undefined
  const ending = new AbortController()
  const house = keepHouse(tidying(database, ending), (error) =>
    http.log.error({ err: error }, 'a table could not be tidied'),
  )
  return {
    stop: () => {
      ending.abort()
      return house.stop()
    },
  }
}

/** Only the embedded database needs its process to make a backup. Gives what ends that, as `listenForBackups` does. */
async function openForBackups({ portal, http }: App, config: Config): Promise<() => Promise<boolean>> {
  const { kind, db } = portal.database
  if (kind !== 'pglite') return async () => true
  const make = async (to: string) => backUp(await sourceOf(db, config), to)
  return listenForBackups(backupSocket(config.dataDir), make).catch((error: unknown) => {
    http.log.warn({ err: error }, 'no backup can be made while the portal runs')
    return async () => true
  })
}

/** The built client: beside the bundle, or in dist when run from the sources. */
function pagesFolder(): string {
  const built = fileURLToPath(new URL('../client', import.meta.url))
  return existsSync(`${built}/assets`) ? built : fileURLToPath(new URL('../dist/client', import.meta.url))
}

function announce(config: Config, kind: string, setUpLink: string | undefined): void {
  const lines = [
    '',
    `  Lectern is ready at ${config.publicUrl}`,
    `  Database: ${kind === 'pglite' ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`,
    `  Mail: ${config.smtpUrl === undefined ? 'kept, not sent (set SMTP_URL to send)' : 'sent by SMTP'}`,
    ...(setUpLink === undefined
      ? []
      : ['', '  There is no administrator yet. Make one here:', `  ${setUpLink}`]),
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
