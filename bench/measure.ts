/**
 * Runs `once` from `concurrency` loops until `limitMs` have passed or `limitCount` are done; one round. A failure ends
 * the bench: a figure of failed requests would be worthless.
 */
export async function round(
  once: (n: number) => Promise<unknown>,
  { concurrency, limitMs, limitCount }: { concurrency: number; limitMs: number; limitCount: number },
): Promise<{ perSecond: number; latencies: number[] }> {
  const latencies: number[] = []
  const began = performance.now()
  let next = 0
  const loop = async () => {
    while (next < limitCount && performance.now() - began < limitMs) {
      const n = next++
      const start = performance.now()
      await once(n)
      latencies.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return { perSecond: latencies.length / ((performance.now() - began) / 1000), latencies }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Three digits that count. */
export function plain(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}
