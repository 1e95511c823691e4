import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type Db, rowsOf } from '#server/db/db.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { openS3Peer } from '#tests/s3-peer.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import { type Kept, keepPicture } from '../crash/download.ts'
import { type Line, type LineFault, openLine } from '../crash/line.ts'
import { check, finish } from '../crash/settle.ts'
import { type Alive, stepsOf, type Walk, walkOn } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

const AT_ONCE = 4
/** Each fault lasts so long. */
const LASTS_MS = 250
/** trust.md: from the line's return until the portal is itself again; beside other work, as in the test command, it is longer. */
const RECOVERY_MS = { beside: 60_000, alone: 10_000 }
const recoveryOf = ({ times }: Bench) => times(RECOVERY_MS.beside, RECOVERY_MS.alone)
/** A line that swallows everything tells nobody: the silence itself must be noticed, after `SILENCE_MS` of server/db/open.ts. */
const NOTICED_MS = 45_000
/** The pool's (server/db/open.ts). */
const CONNECTIONS = 10

type Place = 'database' | 'mail server' | 'store'
const places: readonly Place[] = ['database', 'mail server', 'store']
const faults = (after: number): LineFault[] => [
  { kind: 'slow', ms: 30 },
  { kind: 'slices' },
  { kind: 'cut', after },
  { kind: 'reset' },
  { kind: 'down' },
]

/** The lines to database, mail server and bucket are slow, cut, reset and dead in turn while submissions walk. */
export const netFaults: Trial = {
  name: 'net-faults',
  promise:
    'Whatever the lines do, nothing acknowledged is lost, the portal says when to come back, and recovers.',
  on: 'PostgreSQL',
  run: async (bench) => {
    const peer = await openS3Peer('conference/')
    const keys = {
      AWS_ACCESS_KEY_ID: peer.place.credentials?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: peer.place.credentials?.secretAccessKey ?? '',
    }
    const site = await openCrashSite(bench.template, false, { STORAGE_URL: peer.url, ...keys })
    const away = new URL(site.env.DATABASE_URL ?? '')
    const lines: Record<Place, Line> = {
      database: await openLine(Number(away.port || 5432)),
      'mail server': await openLine(site.smtp.port),
      store: await openLine(Number(new URL(peer.place.endpoint ?? '').port)),
    }
    away.port = String(lines.database.port)
    const through = {
      ...site.env,
      ...keys,
      DATABASE_URL: away.toString(),
      SMTP_URL: `smtp://127.0.0.1:${lines['mail server'].port}`,
      STORAGE_URL: `s3://papers/conference/?endpoint=http://127.0.0.1:${lines.store.port}`,
    }
    const portal = await startPortal(through, { dataDir: site.env.DATA_DIR })
    const walks: Walk[] = []
    let isOver = false
    try {
      const alive = await site.logIn(portal)
      const kept = await keepPicture(alive)
      const walking = Promise.all(Array.from({ length: AT_ONCE }, () => walkOn(walks, alive, () => isOver)))
      walking.catch(() => undefined)
      const rounds = fc.sample(fc.integer({ min: 50, max: 5000 }), {
        numRuns: bench.times(1, 12),
        seed: bench.seed,
      })
      for (const after of rounds)
        for (const place of places)
          for (const fault of faults(after)) {
            await site.freshen(portal, alive)
            await spoilFor(place, fault, lines[place], portal, walks, bench, () => reads(kept, alive))
          }
      if (bench.times(0, 1) === 1)
        await spoilFor('database', { kind: 'silent' }, lines.database, portal, walks, bench)
      isOver = true
      await walking
      bench.tried(await holdsNothing(site, portal, recoveryOf(bench)))
      const code = await portal.stop()
      bench.tried(code === 0 ? undefined : `it ended with ${code}`)
      // A mail that was cut off waits for its next try: only the long part has the time.
      const withMails = bench.times(0, 1) === 1
      await finish(site, walks, withMails)
      await check(site, walks, bench, withMails)
    } finally {
      isOver = true
      await portal.kill()
      for (const line of Object.values(lines)) await line.close()
      await site.clear()
      await peer.close()
    }
  },
}

/** Spoils a line for a while; while it is down the portal says so, and afterwards submissions go on by themselves. */
async function spoilFor(
  place: Place,
  fault: LineFault,
  line: Line,
  portal: PortalProcess,
  walks: readonly Walk[],
  bench: Bench,
  meanwhile: () => Promise<string | undefined> = async () => undefined,
): Promise<void> {
  const { tried, measured } = bench
  const recoveryMs = recoveryOf(bench)
  await line.spoil(fault)
  if (place === 'store') tried(await meanwhile())
  await new Promise((resolve) => setTimeout(resolve, LASTS_MS))
  if (place === 'database' && fault.kind === 'down') tried(await saysSo(portal.url))
  await line.heal()
  const began = performance.now()
  const before = stepsOf(walks)
  const limit = fault.kind === 'silent' ? NOTICED_MS : recoveryMs
  while (stepsOf(walks) < before + AT_ONCE || !(await isReady(portal.url, recoveryMs))) {
    if (performance.now() - began > limit)
      return tried(`after “${fault.kind}” on the line to the ${place} it did not go on`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  measured(`goes on after “${fault.kind}”, ms`, performance.now() - began)
  tried()
}

/** What was kept is answered whole, refused with a time to come back at, or broken off. */
const reads = ({ download }: Kept, alive: Alive) =>
  download(alive).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

const isReady = (url: string, recoveryMs: number) =>
  fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(recoveryMs) }).then(
    ({ status }) => status === 200,
    () => false,
  )

async function saysSo(url: string): Promise<string | undefined> {
  for (const path of ['/api/health/ready', '/api/config']) {
    const { status, headers } = await fetch(url + path)
    if (status !== 503 || headers.get('retry-after') === null)
      return `without a database ${path} is answered ${status}`
  }
  return undefined
}

/** No connection is held by nobody: none in a transaction, no more than the pool's, and all of them can be used at once. */
async function holdsNothing(
  site: Awaited<ReturnType<typeof openCrashSite>>,
  portal: PortalProcess,
  recoveryMs: number,
) {
  const answers = await Promise.all(
    Array.from({ length: 4 * CONNECTIONS }, () => fetch(`${portal.url}/api/health/ready`)),
  )
  if (answers.some(({ status }) => status !== 200)) return 'forty requests at once were not all answered'
  const database = await site.open()
  try {
    // The portal is at work: a transaction that is seen once may end; one that is held does not.
    const began = performance.now()
    const seen = await transactionsIn(database.db)
    let held = seen
    while (held.length > 0 && performance.now() - began < recoveryMs) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const now = await transactionsIn(database.db)
      held = seen.filter((one) => now.includes(one))
    }
    if (held.length > 0) return `${held.length} connections are held in a transaction`
    const [row] = await rowsOf<{ count: number }>(
      database.db,
      sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    const count = row?.count ?? 0
    return count <= CONNECTIONS ? undefined : `it holds ${count} connections`
  } finally {
    await database.close()
  }
}

/** The transactions that wait for their client, each by its connection and beginning. */
async function transactionsIn(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ one: string }>(
    db,
    sql`select pid || ' ' || xact_start as one from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
  )
  return rows.map(({ one }) => one)
}
