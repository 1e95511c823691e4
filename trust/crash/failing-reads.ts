import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { keyOf } from '#server/features/files/blob-store.ts'
import type { PortalProcess } from '#tests/portal-process.ts'
import type { Bench } from '../trial.ts'
import type { CrashSite } from './crash-site.ts'
import { keepPicture } from './download.ts'
import { inject, whyNoStrace } from './strace.ts'
import type { Alive } from './walk.ts'

/** How a stored file is read: opened, from its beginning, from a place within. */
const calls = ['openat', 'read', 'pread64']

/**
 * The Nth call and each after it that opens or reads a stored file fails as a broken disk lets it, while its owner downloads it,
 * whole or from a place on: refused with a time to come back at or broken off, never whole and never other bytes; once the
 * disk is well it is whole again.
 */
export async function failReads(
  { filesDir }: Pick<CrashSite, 'filesDir'>,
  portal: PortalProcess,
  alive: Alive,
  bench: Bench,
): Promise<void> {
  if ((await whyNoStrace()) !== undefined) return
  const { bytes, download } = await keepPicture(alive)
  const path = join(filesDir, 'blobs', keyOf(createHash('sha256').update(bytes).digest('hex')))
  const rounds = fc.record({ nth: fc.integer({ min: 1, max: 3 }), isPart: fc.boolean() })
  for (const { nth, isPart } of [
    // The first refuses, the later break off.
    { nth: 1, isPart: false },
    { nth: 2, isPart: true },
    ...fc.sample(rounds, { numRuns: bench.times(0, 20), seed: bench.seed }),
  ]) {
    const from = isPart ? 1000 : undefined
    const what = `the call ${nth} and on to read a file${isPart ? ' from a place on' : ''}`
    const watch = await inject(portal.pid, {
      calls: nth === 1 ? calls : calls.slice(1),
      what: 'error=EIO',
      nth,
      isLasting: true,
      path,
    })
    const outcome = await download(alive, from).catch(faultOf)
    await watch.end()
    if (!watch.isDone()) bench.tried(`${what}: it never came to it, and is answered: ${outcome}`)
    else if (outcome === 'whole') bench.tried(`${what}: it fails, and all of it is answered`)
    else bench.tried(outcome === 'refused' || outcome === 'broken off' ? undefined : `${what}: ${outcome}`)
    const after = await download(alive, from).catch(faultOf)
    bench.tried(after === 'whole' ? undefined : `${what}: once it is well: ${after}`)
  }
}

const faultOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
