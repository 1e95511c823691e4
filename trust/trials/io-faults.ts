import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { makePdf } from '#tests/factories.ts'
import { AUTHOR, openCrashSite } from '../crash/crash-site.ts'
import { failCalls } from '../crash/failing-calls.ts'
import { failReads } from '../crash/failing-reads.ts'
import { check, finish } from '../crash/settle.ts'
import { openSmallDisk, type SmallDisk } from '../crash/small-disk.ts'
import { checkAfterSweep } from '../crash/sweep.ts'
import { upload } from '../crash/upload.ts'
import { type Alive, stepsOf, type Walk, walkOn } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

const AT_ONCE = 3
const MEBIBYTE = 1_048_576
/** What the database takes at first (45 MB), its journal at its longest, and the files of the walks. */
const DISK_BYTES = 512 * MEBIBYTE
/** Where room ends: now within a file that arrives, now within the database's journal (segments of 16 MB). */
const MOST_ROOM_BYTES = 3 * MEBIBYTE
/** So long the disk stays full once something was refused. */
const LASTS_MS = 1500
/** A statement that hangs is ended after 30 s, and the next one starts the database again, within a minute (server/db/open.ts). */
const RECOVERY_MS = 95_000

/**
 * While submissions walk, the disk below the embedded database and its files runs full and gets room again; then, on either
 * database, single calls of the portal that change a file fail, and those that read one while it is downloaded.
 */
export const ioFaults: Trial = {
  name: 'io-faults',
  promise:
    'A disk that is full or fails loses nothing that was acknowledged, and once it is well the portal goes on by itself.',
  run: async (bench) => {
    const disk = bench.template.kind === 'pglite' ? await openSmallDisk(DISK_BYTES) : undefined
    const site = await openCrashSite(bench.template, false, {}, disk?.folder)
    const walks: Walk[] = []
    let isOver = false
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      const walking = Promise.all(Array.from({ length: AT_ONCE }, () => walkOn(walks, alive, () => isOver)))
      const goOn = async () => {
        await site.freshen(portal, alive)
        return Promise.race([until(walks, stepsOf(walks) + 2 * AT_ONCE), refusalOf(walking)])
      }
      if (disk !== undefined) await runFull(disk, walks, alive, goOn, bench)
      await failCalls({ site, portal, alive, goOn }, bench, bench.times(3, 60))
      await failReads(site, portal, alive, bench)
      isOver = true
      await walking
      const left = await readdir(join(site.filesDir, 'incoming'))
      bench.tried(left.length === 0 ? undefined : `${left.length} files are left in the waiting room`)
      const named = [AUTHOR.email, AUTHOR.name].filter((one) => portal.output().includes(one))
      bench.tried(named.length === 0 ? undefined : `the log tells ${named.join(' and ')}`)
      const began = performance.now()
      const code = await portal.stop()
      bench.measured('ends after, ms', performance.now() - began)
      bench.tried(code === 0 ? undefined : `it ended with ${code}`)
      // A mail that found no room waits for its next try: only the long part has the time.
      const withMails = bench.times(0, 1) === 1
      await finish(site, walks, withMails)
      await check(site, walks, bench, withMails)
      await checkAfterSweep(site, bench)
    } finally {
      isOver = true
      await site.clear()
      await disk?.close()
    }
  },
}

type GoOn = () => Promise<string | undefined>

async function runFull(disk: SmallDisk, walks: readonly Walk[], alive: Alive, goOn: GoOn, bench: Bench) {
  const rounds = fc.sample(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: MOST_ROOM_BYTES })), {
    numRuns: bench.times(3, 60),
    seed: bench.seed,
  })
  for (const room of rounds) {
    await until(walks, stepsOf(walks) + AT_ONCE)
    await disk.fill(room)
    bench.tried(await saysSo(alive, bench))
    await new Promise((resolve) => setTimeout(resolve, LASTS_MS))
    await disk.clear()
    const cleared = performance.now()
    bench.tried(await goOn())
    bench.measured('goes on after room was made, ms', performance.now() - cleared)
  }
}

/** What a submission on its way was refused with; nothing as long as there is none. */
async function refusalOf(walking: Promise<unknown>): Promise<string | undefined> {
  try {
    await walking
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Waits for so many steps. */
async function until(walks: readonly Walk[], steps: number): Promise<string | undefined> {
  const began = performance.now()
  while (stepsOf(walks) < steps) {
    if (performance.now() - began > RECOVERY_MS) return 'with room again it did not go on'
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return undefined
}

/** What finds no room is refused, with a time to come back at; whoever only reads is answered, or told so likewise. */
async function saysSo({ url, author }: Alive, { measured }: Bench): Promise<string | undefined> {
  const began = performance.now()
  const refused = await upload({ url, author }, Buffer.alloc(MOST_ROOM_BYTES + 1, await makePdf()))
  measured('a file without room is refused after, ms', performance.now() - began)
  if (refused.status !== 503 || refused.retryAfter === null)
    return `a file without room is answered ${refused.status}`
  const { status } = await fetch(`${url}/api/health/live`)
  return status === 200 ? undefined : `whether it lives is answered ${status}`
}
