import type { Benchmark } from './benchmark.ts'
import { holdStill } from './hold-still.ts'
import { watchMemory } from './memory.ts'
import type { BenchPortal } from './portals.ts'

const ROUNDS = 3

/** What one contender did: its rates, one a round, and how long each call took, in ms. */
export interface Figure {
  rates: number[]
  latencies: number[]
}

/** Figures by contender: a portal's kind, `yardstick` or `further`; and each portal's highest memory meanwhile. */
export interface Measured {
  benchmark: Benchmark
  figures: Map<string, Figure>
}

/**
 * Measures the portals and the yardsticks in turns, after one call each that does not count. Each is alone meanwhile: the portals
 * that are not measured stand still, with what they read beside their calls.
 */
export async function measure(
  benchmark: Benchmark,
  portals: readonly BenchPortal[],
  nameOf: (portal: BenchPortal) => string = ({ kind }) => kind,
): Promise<Measured> {
  const contenders: { name: string; once: () => Promise<unknown>; portal?: BenchPortal }[] = [
    ...portals.map((portal) => ({ name: nameOf(portal), once: () => benchmark.once(portal), portal })),
    ...(['yardstick', 'further'] as const).flatMap((name) => {
      const given = benchmark[name]
      return given === undefined ? [] : [{ name, once: given.once }]
    }),
  ]
  const figures = new Map<string, Figure>(contenders.map(({ name }) => [name, { rates: [], latencies: [] }]))
  for (const { once } of contenders) await once()
  for (let at = 0; at < ROUNDS; at += 1) {
    for (const { name, once, portal } of contenders) {
      const goOn = await holdStill(portals.filter((other) => other !== portal))
      const stopWatching = portal === undefined ? undefined : watchMemory(portal)
      try {
        const { perSecond, latencies } = await round(once, benchmark)
        figures.get(name)?.rates.push(perSecond * benchmark.amount)
        figures.get(name)?.latencies.push(...latencies)
      } finally {
        await stopWatching?.()
        await goOn()
      }
    }
  }
  return { benchmark, figures }
}

/** Calls from `concurrency` loops until a limit is met. A failure ends the bench: a rate of failures is worthless. */
async function round(once: () => Promise<unknown>, { concurrency, limitMs, limitCount }: Benchmark) {
  const latencies: number[] = []
  const began = performance.now()
  let begun = 0
  const loop = async () => {
    while (begun < limitCount && performance.now() - began < limitMs) {
      begun += 1
      const start = performance.now()
      await once()
      latencies.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return { perSecond: latencies.length / ((performance.now() - began) / 1000), latencies }
}

/** The middle one of some values; 0 of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
