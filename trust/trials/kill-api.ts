import fc from 'fast-check'
import { openCrashSite } from '../crash/crash-site.ts'
import { killAtWrites } from '../crash/kill-at-writes.ts'
import { check, finish, letClaimsEnd } from '../crash/settle.ts'
import { checkAfterSweep } from '../crash/sweep.ts'
import { keepWalking, startWalk, type Walk } from '../crash/walk.ts'
import type { Trial } from '../trial.ts'

/** Submissions on their way at the same time. */
const AT_ONCE = 4
/** A process lives at most so long once it answers. */
const LIFE_MS = 900

/**
 * SIGKILL at random moments, and at the Nth write, while submissions walk through their whole life; what was begun is sent
 * again by its key. Then a week goes by, and the files are held against the rows.
 */
export const killApi: Trial = {
  name: 'kill-api',
  promise:
    'Whatever was acknowledged before the process was killed is there, once and whole; no mail is lost.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    const walks: Walk[] = Array.from({ length: AT_ONCE }, (_, at) => startWalk(at))
    try {
      const numRuns = bench.times(2, 50)
      for (const lifeMs of fc.sample(fc.integer({ min: 0, max: LIFE_MS }), { numRuns, seed: bench.seed })) {
        const portal = await site.start()
        const alive = await site.logIn(portal)
        const lives = new Promise((resolve) => setTimeout(resolve, lifeMs))
        const walking = Promise.all(
          walks.slice(-AT_ONCE).map((_, at) => keepWalking(walks, at, alive, () => false)),
        )
        await lives
        await portal.kill()
        await walking
        bench.tried()
      }
      await killAtWrites(site, walks, bench, bench.times(2, 72))
      // Else it waits minutes for what a killed process was sending.
      if (bench.times(1, 0) === 1) await letClaimsEnd(site)
      await finish(site, walks, true)
      await check(site, walks, bench, true)
      await checkAfterSweep(site, bench)
    } finally {
      await site.clear()
    }
  },
}
