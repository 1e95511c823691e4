import { setTimeout as wait } from 'node:timers/promises'
import type { PortalProcess } from '#tests/portal-process.ts'
import { median } from '../../bench/measure.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import type { Alive } from '../crash/walk.ts'
import { readsIn, shareWithin } from '../load/portal-times.ts'
import { growthIn, mean, type Sample, slopeOf } from '../load/slope.ts'
import { dripInto, leftAfter, opening, openOne } from '../load/slow-sockets.ts'
import { READ_PATHS, type Work, workFor } from '../load/work.ts'
import type { Bench, Trial } from '../trial.ts'

const METRICS_TOKEN = 'a token for figures that is long enough'
/** So many ask without a pause while it is found out how much the portal takes. */
const AT_ONCE = 8
const CAPACITY_MS = 4000
/** In seconds on a machine that others use too, what it takes then may be twice what it takes now: so often somebody may be asked to come back. */
const AGAIN_MAX = 10
const SLOW_BODIES = 20
/** A body has 15 minutes (http/open-http.ts); node looks every 30 seconds. */
const BODY_MS = 16 * 60_000
const MEGABYTE = 1024 * 1024
/** Megabytes more in a minute that are no leak yet: 15 in half an hour. */
const ALLOWED_PER_MINUTE = 0.5
/** Megabytes that the whole process never needs, cold or warm; the embedded database runs within it. */
const ALLOWED = { postgres: 512, pglite: 1024 }
/** 95 of 100 reads are answered within this, by the portal's own clock … */
const READ_MS = 300
/** … or, where the machine is slower than that, within so many times what a read takes alone. */
const TIMES_ALONE = 20
/** Reads one after the other, by which it is known what one takes alone. */
const ALONE = 60

/** What may not grow, in the words of `/metrics`, and what stands for a piece of the time. */
const watched = [
  ['memory of the process', 'process_resident_memory_bytes', mean],
  // Between two collections it grows always: what is left after one is what is held.
  ['heap', 'nodejs_heap_size_used_bytes', (values: readonly number[]) => Math.min(...values)],
] as const

/** Half of what the portal can answer, for half an hour. */
export const soak: Trial = {
  name: 'soak',
  promise:
    'At half of what it can answer the portal answers everything, soon, and needs no more memory as time goes by.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template, false, { METRICS_TOKEN })
    try {
      const portal = await site.start()
      const rate = await keepBusy(site, portal, bench)
      bench.measured('asked in a second', rate)
      const code = await portal.stop()
      bench.tried(code === 0 ? undefined : `it ended with ${code}`)
    } finally {
      await site.clear()
    }
  },
}

async function keepBusy(site: CrashSite, portal: PortalProcess, bench: Bench): Promise<number> {
  const alive = await site.logIn(portal)
  const bodies = bench.times(0, 1) === 1 ? slowBodies(portal, alive, bench) : undefined
  const work = await workFor(alive)
  const alone = await timeAlone(work)
  const rate = (await capacityOf(work)) / 2
  const [warmMs, measuredMs] = [bench.times(4_000, 5 * 60_000), bench.times(16_000, 25 * 60_000)]
  const began = performance.now()
  const samples = new Map<string, Sample[]>(watched.map(([, figure]) => [figure, []]))
  let isOver = false
  const asking = askAt(rate, work, bench, () => isOver)
  let before: string | undefined
  let after = ''
  while (performance.now() - began < warmMs + measuredMs) {
    await wait(500)
    await site.freshen(portal, alive)
    const at = performance.now()
    if (at - began < warmMs) continue
    const figures = await figuresOf(portal.url)
    before ??= figures
    after = figures
    for (const [figure, list] of samples) list.push({ at, value: numberIn(figures, figure) / MEGABYTE })
  }
  isOver = true
  await asking
  await bodies
  // In seconds on a machine that others use too one busy moment is a large share.
  const within = shareWithin(readsIn(before ?? '', READ_PATHS), readsIn(after, READ_PATHS), 0.95)
  bench.measured('95 of 100 reads within, ms', within)
  bench.measured('a read alone, ms', alone)
  if (bench.times(0, 1) === 1) bench.tried(isSlow(within, alone))
  const most = Math.max(...(samples.get('process_resident_memory_bytes') ?? []).map(({ value }) => value))
  bench.measured('memory of the process at most, MB', most)
  const allowed = ALLOWED[bench.template.kind]
  bench.tried(
    most <= allowed ? undefined : `the process needed ${most.toFixed(0)} MB, not ${allowed} at most`,
  )
  // A process that has just begun grows for minutes until it is warm: in seconds that says nothing.
  if (bench.times(0, 1) === 0) return rate
  for (const [what, figure, of] of watched) {
    const slope = slopeOf(samples.get(figure) ?? [], of)
    bench.measured(`${what}, MB more in a minute`, slope.perMinute)
    bench.measured(`${what}, the error of that`, slope.error)
    bench.tried(growthIn(what, slope, ALLOWED_PER_MINUTE))
  }
  return rate
}

/** Bodies that come a byte a second are ended once their time is over, which is longer than any other trial takes. */
async function slowBodies(portal: PortalProcess, alive: Alive, { tried, measured }: Bench): Promise<void> {
  const began = performance.now()
  const text = { body: opening('body', alive), json: opening('json', alive) }
  const sockets = await Promise.all(
    Array.from({ length: SLOW_BODIES }, (_, at) => openOne(portal, at % 2 === 0 ? text.body : text.json)),
  )
  const stopDripping = dripInto(sockets)
  const left = await leftAfter(sockets, BODY_MS)
  stopDripping()
  tried(left === 0 ? undefined : `${left} slow bodies were not ended`)
  measured('slow bodies ended after, s', (performance.now() - began) / 1000)
}

/** Milliseconds that a read takes while nobody else asks, in the middle. */
async function timeAlone(work: Work): Promise<number> {
  const took: number[] = []
  while (took.length < ALONE) {
    const began = performance.now()
    await work.read()
    took.push(performance.now() - began)
  }
  return median(took)
}

function isSlow(within: number, alone: number): string | undefined {
  const allowed = Math.max(READ_MS, TIMES_ALONE * alone)
  if (within <= allowed) return undefined
  return `95 of 100 reads came within ${within.toFixed(0)} ms, not ${allowed.toFixed(0)}`
}

/** Answers in a second, where nobody waits between two questions. */
async function capacityOf(work: Work): Promise<number> {
  const began = performance.now()
  let answered = 0
  const ask = async () => {
    while (performance.now() - began < CAPACITY_MS) {
      if ((await work.next()) === 200) answered += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return answered / ((performance.now() - began) / 1000)
}

/** Asks so often in a second, whether or not what was asked before is answered, and waits for the last. */
async function askAt(
  rate: number,
  work: Work,
  { tried, times }: Bench,
  isOver: () => boolean,
): Promise<void> {
  const began = performance.now()
  const open = new Set<Promise<void>>()
  for (let asked = 0; !isOver(); asked += 1) {
    await wait(Math.max(0, began + (asked * 1000) / rate - performance.now()))
    const one = work
      .next(times(AGAIN_MAX, 0))
      .then((status) => tried(status === 200 ? undefined : `somebody was answered ${status}`))
      .catch((error: unknown) => tried(`somebody was not answered: ${String(error)}`))
      .finally(() => open.delete(one))
    open.add(one)
  }
  await Promise.all(open)
}

async function figuresOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return answer.text()
}

function numberIn(figures: string, name: string): number {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(figures)?.[1]
  if (value === undefined) throw new Error(`/metrics does not tell ${name}`)
  return Number(value)
}
