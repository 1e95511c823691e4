import fc from 'fast-check'
import { openCrashSite } from '../crash/crash-site.ts'
import { findServerPrograms, openOwnPostgres } from '../crash/own-postgres.ts'
import { check, finish } from '../crash/settle.ts'
import { keepWalking, startWalk, type Walk } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

const AT_ONCE = 4
/** The database lives at most so long between two kills. */
const LIFE_MS = 1500
/** trust.md: from the database's return until the portal is ready again; beside other work, as in the test command, it is longer. */
const RECOVERY_MS = { beside: 60_000, alone: 10_000 }

/** The database is killed under a portal that goes on running; what was begun is sent again by its key. */
export const killDb: Trial = {
  name: 'kill-db',
  promise:
    'While the database is away the portal says so; when it is back, so is the portal, and nothing is lost.',
  on: 'PostgreSQL',
  run: async (bench) => {
    const programs = findServerPrograms()
    if (programs === undefined) throw new Error('PostgreSQL’s programs are not installed (initdb, postgres)')
    const postgres = await openOwnPostgres(programs)
    const site = await openCrashSite({ kind: 'postgres', server: postgres.url, name: '' })
    const walks: Walk[] = Array.from({ length: AT_ONCE }, (_, at) => startWalk(at))
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      const numRuns = bench.times(2, 20)
      for (const lifeMs of fc.sample(fc.integer({ min: 100, max: LIFE_MS }), { numRuns, seed: bench.seed })) {
        await site.freshen(portal, alive)
        let isOver = false
        const walking = Promise.all(
          walks.slice(-AT_ONCE).map((_, at) => keepWalking(walks, at, alive, () => isOver)),
        )
        await new Promise((resolve) => setTimeout(resolve, lifeMs))
        await postgres.kill()
        bench.tried(await saysSo(portal.url))
        isOver = true
        await walking
        await postgres.start()
        bench.tried(await comesBack(portal.url, bench))
      }
      await portal.kill()
      // A mail that was being sent waits a minute and a half for its claim: only the long part has the time.
      const withMails = bench.times(0, 1) === 1
      await finish(site, walks, withMails)
      await check(site, walks, bench, withMails)
    } finally {
      // Its database is dropped there.
      await postgres.start()
      await site.clear()
      await postgres.clear()
    }
  },
}

/** Ready is false, with a time to come back at; alive it is all the same, and so is a call's clear refusal. */
async function saysSo(url: string): Promise<string | undefined> {
  const ready = await fetch(`${url}/api/health/ready`)
  if (ready.status !== 503 || ready.headers.get('retry-after') === null)
    return `without a database ready is ${ready.status}`
  const live = await fetch(`${url}/api/health/live`)
  if (live.status !== 200) return `without a database it is not alive: ${live.status}`
  const call = await fetch(`${url}/api/config`)
  return call.status === 503 ? undefined : `without a database a call is answered ${call.status}`
}

async function comesBack(url: string, { times, measured }: Bench): Promise<string | undefined> {
  const began = performance.now()
  while (performance.now() - began < times(RECOVERY_MS.beside, RECOVERY_MS.alone)) {
    const { status } = await fetch(`${url}/api/health/ready`)
    if (status === 200) {
      measured('ready again, ms', performance.now() - began)
      return undefined
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return 'it is not ready again'
}
