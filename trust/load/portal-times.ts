/** How many requests of some kind took how long, as `/metrics` counts them: by the most that a bucket's took, in seconds. */
export type Buckets = ReadonlyMap<number, number>

/** Of all calls that read at these paths, whatever they were answered. */
export function readsIn(figures: string, paths: readonly string[]): Buckets {
  const found = new Map<number, number>()
  const lines = figures.matchAll(/^lectern_http_request_seconds_bucket\{([^}]*)\} (\d+)$/gm)
  for (const [, labels = '', count] of lines) {
    const label = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? ''
    if (label('method') !== 'GET' || !paths.includes(label('path'))) continue
    const most = label('le') === '+Inf' ? Number.POSITIVE_INFINITY : Number(label('le'))
    found.set(most, (found.get(most) ?? 0) + Number(count))
  }
  return found
}

/**
 * The milliseconds that such a share of the requests between two readings did not pass, taken evenly within a bucket.
 * Throws where there was none.
 */
export function shareWithin(before: Buckets, after: Buckets, share: number): number {
  const since = [...after]
    .map(([most, count]) => ({ most, count: count - (before.get(most) ?? 0) }))
    .sort((a, b) => a.most - b.most)
  const all = since.at(-1)?.count ?? 0
  if (all === 0) throw new Error('no such request was counted')
  let below = { most: 0, count: 0 }
  for (const bucket of since) {
    if (bucket.count >= share * all) {
      const within = (share * all - below.count) / (bucket.count - below.count)
      return 1000 * (below.most + within * (bucket.most - below.most))
    }
    below = bucket
  }
  return Number.POSITIVE_INFINITY
}
