import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { submissionEvents } from '#server/db/schema.ts'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import { violations } from '../crash/invariants.ts'
import { keepWalking, startWalk, stepsOf, type Walk } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

/** Submissions on their way at the same time. */
const AT_ONCE = 4
/** A command that takes longer has failed. */
const LIMIT_MS = 120_000

/** Backups while submissions are on their way, each restored into an empty portal on the same kind of database. */
export const restoreTrial: Trial = {
  name: 'restore',
  promise: 'A backup made under load holds all that was acknowledged before it, nothing by half.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    const to = await mkdtemp(join(tmpdir(), 'lectern-backups-'))
    const walks: Walk[] = Array.from({ length: AT_ONCE }, (_, at) => startWalk(at))
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      let isEnough = false
      const walking = Promise.all(walks.slice().map((_, at) => keepWalking(walks, at, alive, () => isEnough)))
      const made: { path: string; before: Acknowledged[] }[] = []
      try {
        for (let round = 0; round < bench.times(2, 20); round += 1) {
          await stepsMore(walks)
          const before = walks.map((walk) => ({
            id: walk.abstractId,
            least: eventsIn(walk, walk.done),
            most: eventsIn(walk, walk.way.length),
          }))
          // Each in a folder of its own: two may be made in one second.
          const said = await command('make-backup', ['--to', join(to, String(round))], site)
          made.push({ path: /^Backed up to (.+?): /.exec(said)?.[1] ?? '', before })
        }
      } finally {
        isEnough = true
        await walking
      }
      for (const { path, before } of made) await check(path, before, bench)
    } finally {
      await site.clear()
      await rm(to, { recursive: true, force: true })
    }
  },
}

/** How much of a submission's history must have come back, and how much there can be. */
interface Acknowledged {
  id: string
  least: number
  most: number
}

const eventsIn = ({ way }: Walk, done: number) =>
  way.slice(0, done).filter(({ event }) => event !== undefined).length

/** Waits until some more steps are acknowledged, so that no backup is like the one before. */
async function stepsMore(walks: readonly Walk[]): Promise<void> {
  const [enough, until] = [stepsOf(walks) + AT_ONCE, Date.now() + LIMIT_MS]
  while (stepsOf(walks) < enough) {
    if (Date.now() > until) throw new Error('the submissions do not come on')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function check(path: string, before: readonly Acknowledged[], bench: Bench) {
  const place = await openCrashSite(bench.template, true)
  try {
    await command('restore-backup', ['--from', path], place)
    const database = await place.open()
    try {
      const broken = await violations(database.db, await openDiskStore(place.filesDir))
      bench.tried(broken.length === 0 ? undefined : `${path}: ${broken.join('; ')}`)
      for (const { id, least, most } of before) {
        if (id === '') continue
        const there = await database.db.$count(submissionEvents, eq(submissionEvents.submissionId, id))
        const isWell = there >= least && there <= most
        bench.tried(isWell ? undefined : `${path}: ${least} steps were acknowledged, ${there} came back`)
      }
    } finally {
      await database.close()
    }
  } finally {
    await place.clear()
  }
}

/** Runs the built command as a person would and gives what it says; throws what it refuses. */
async function command(name: 'make-backup' | 'restore-backup', args: readonly string[], { env }: CrashSite) {
  const { stdout } = await promisify(execFile)(process.execPath, [`dist/server/${name}.js`, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    timeout: LIMIT_MS,
  })
  return stdout
}
