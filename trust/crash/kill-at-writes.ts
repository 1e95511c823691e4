import fc from 'fast-check'
import { within } from '#server/core/within.ts'
import type { Bench } from '../trial.ts'
import type { CrashSite } from './crash-site.ts'
import { walkToEnd } from './settle.ts'
import { inject, whyNoStrace } from './strace.ts'
import { isOver, keepWalking, startWalk, takeStep, type Walk } from './walk.ts'
import { type Step, ways } from './ways.ts'

/** One thread for what waits for the disk, so that its calls come in one order. */
const IN_ORDER = ['env', 'UV_THREADPOOL_SIZE=1', process.execPath] as const
/** Submissions that go on for so long come to every call as often as it is asked. */
const LIMIT_MS = 30_000

/** A call to the system that is made so many times or a little oftener by one step, if it makes it at all. */
type Call = readonly [call: string, most: number]

/** For a file that arrives: its folders, the flush of its bytes and of its folders, its place. */
const ofFiles: readonly Call[] = [
  ['mkdir', 3],
  ['fsync', 4],
  ['rename', 1],
]
const ofDatabases: Record<Bench['template']['kind'], readonly Call[]> = {
  /** The embedded database’s own to the disk; those of files and answers, and one thread’s word to another. */
  pglite: [
    ['pwrite64', 3],
    ['write', 20],
  ],
  /** What PostgreSQL is told, statement by statement, and answers; files. */
  postgres: [
    ['writev', 25],
    ['write', 12],
  ],
}

/** Every step that there is. */
const steps: readonly Step[] = [...new Set(ways.flat())]

interface Place {
  step: Step
  call: string
  nth: number
}

/**
 * Kills the portal by SIGKILL at the Nth of its calls to the system from where it comes to a step of a submission: so many
 * times, each step in turn. What was under way is sent again by its key when the portal is there again, or given up.
 * Where no process can be watched this is left out, and said so.
 */
export async function killAtWrites(site: CrashSite, walks: Walk[], bench: Bench, count: number) {
  const why = await whyNoStrace()
  if (why !== undefined) return bench.leftOut(`kills at a write: ${why}`)
  const hit = new Set<string>()
  for (const [at, place] of placesIn(bench, count).entries()) {
    const walk = await killedAt(site, walks, place)
    const step = walk?.way[walk.done]
    const { call, nth } = place
    bench.tried(step ? undefined : `at ${call} ${nth} of ${place.step.deed} it was not killed`)
    if (walk === undefined || step === undefined) continue
    hit.add(step.deed)
    if (step.sends !== undefined && at % 2 === 0) walk.isGivenUp = true
  }
  if (count < 2 * steps.length) return
  const never = steps.filter(({ deed }) => !hit.has(deed)).map(({ deed }) => deed)
  bench.tried(never.length === 0 ? undefined : `it was never killed at ${never.join(', ')}`)
}

/** Starts the portal, ends what was left under way, and kills it; gives the submission that was on its way. */
async function killedAt(site: CrashSite, walks: Walk[], { step, call, nth }: Place) {
  const portal = await site.start(IN_ORDER)
  const alive = await site.logIn(portal)
  for (const left of walks) await walkToEnd(left, alive)
  const walk = startWalk(
    walks.length,
    ways.find((way) => way.includes(step)),
  )
  walks.push(walk)
  while (walk.way[walk.done] !== step) await takeStep(walk, alive)
  const watch = await inject(portal.pid, { calls: [call], what: 'signal=KILL', nth })
  const walking = keepWalking(walks, 0, alive, () => false)
  const isKilled = await within(LIMIT_MS, watch.over)
  await watch.end()
  await portal.kill()
  await walking
  return isKilled ? walks.find((one) => !isOver(one)) : undefined
}

/** Where it is killed: with each call about a file three others. */
function placesIn({ template, seed }: Bench, count: number): Place[] {
  const shuffled = <T>(all: readonly T[]) =>
    fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), { numRuns: 1, seed })[0] ?? []
  const pairs = (of: readonly Step[], calls: readonly Call[]) =>
    shuffled(of.flatMap((step) => calls.map((call) => ({ step, call }))))
  const files = pairs(
    steps.filter(({ sends }) => sends !== undefined),
    ofFiles,
  )
  const others = pairs(steps, ofDatabases[template.kind])
  const all = files.flatMap((file, at) => [file, ...others.slice(3 * at, 3 * at + 3)])
  const chances = fc.sample(fc.noBias(fc.nat(999)), { numRuns: count, seed })
  return chances.flatMap((chance, at) => {
    const place = all[at % all.length]
    if (place === undefined) return []
    const [call, most] = place.call
    return { step: place.step, call, nth: 1 + (chance % most) }
  })
}
