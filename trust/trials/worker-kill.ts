import fc from 'fast-check'
import { openCrashSite } from '../crash/crash-site.ts'
import { childrenOf, killIfThere, leavesNobody } from '../crash/processes.ts'
import { check, finish, letClaimsEnd } from '../crash/settle.ts'
import { stepsOf, type Walk, walkOn } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

/** Submissions on their way at the same time. */
const AT_ONCE = 4
/** From one kill to the next of the same burst at most; a process is replaced after a second. */
const LIFE_MS = 900
/** Two of two: for a moment nobody answers. */
const BURST = 2
/** Until it answers again by itself: on a slow machine a process that starts is killed again and again, and each next one is begun after twice the time. */
const AGAIN_MS = 120_000

/** A portal of two processes under load; now one, now both are killed, whatever they are doing, and nobody helps. */
export const workerKill: Trial = {
  name: 'worker-kill',
  promise: 'Whichever of a portal’s processes dies, nothing is lost, and it goes on by itself.',
  on: 'PostgreSQL',
  run: async (bench) => {
    const site = await openCrashSite(bench.template, false, { WORKERS: '2' })
    const walks: Walk[] = []
    let isOver = false
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      const walking = Promise.all(Array.from({ length: AT_ONCE }, () => walkOn(walks, alive, () => isOver)))
      walking.catch(() => undefined)
      const theirs = new Set<number>()
      const kills = fc.sample(fc.tuple(fc.integer({ min: 0, max: LIFE_MS }), fc.nat()), {
        numRuns: bench.times(6, 100),
        seed: bench.seed,
      })
      for (const [nth, [lifeMs, which]] of kills.entries()) {
        await new Promise((resolve) => setTimeout(resolve, lifeMs))
        await killOne(portal.pid, which, theirs)
        bench.tried()
        if (nth % BURST !== BURST - 1) continue
        bench.tried(await goesOn(walks, bench))
        await site.freshen(portal, alive)
      }
      isOver = true
      await walking
      bench.tried(await leavesNobody(theirs))
      const code = await portal.stop()
      bench.tried(code === 0 ? undefined : `it ended with ${code}`)
      if (bench.times(1, 0) === 1) await letClaimsEnd(site)
      await finish(site, walks, true)
      await check(site, walks, bench, true)
    } finally {
      isOver = true
      await site.clear()
    }
  },
}

/** Kills one of the processes there are, waiting for one where there is none; notes what that one had started. */
async function killOne(portal: number, which: number, theirs: Set<number>): Promise<void> {
  const until = performance.now() + AGAIN_MS
  while (performance.now() < until) {
    const processes = await childrenOf(portal)
    const chosen = processes[which % processes.length]
    if (chosen !== undefined) {
      for (const child of await childrenOf(chosen)) theirs.add(child)
      killIfThere(chosen)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('none of its processes is there')
}

async function goesOn(walks: readonly Walk[], { measured }: Bench): Promise<string | undefined> {
  const [began, before] = [performance.now(), stepsOf(walks)]
  while (stepsOf(walks) < before + AT_ONCE) {
    if (performance.now() - began > AGAIN_MS) return 'it does not go on by itself'
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  measured('goes on, ms', performance.now() - began)
  return undefined
}
