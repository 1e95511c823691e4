/** How fast something grows, and how well that is known. */
export interface Slope {
  perMinute: number
  /** Its standard error. */
  error: number
}

/** A value, and when it was, in milliseconds from anywhere. */
export interface Sample {
  at: number
  value: number
}

/** Neighbours are alike: so many pieces of the time count as one value each, so that the error is not told too small. */
const PIECES = 15

/**
 * The straight line through samples by least squares. `of` makes one value of those of a piece: their mean, or the least of
 * them where a collector of garbage makes the rest.
 */
export function slopeOf(samples: readonly Sample[], of: (values: readonly number[]) => number): Slope {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || samples.length < 2 * PIECES)
    throw new Error(`${samples.length} samples are too few for a slope`)
  const long = (last.at - first.at) / PIECES
  const points = Array.from({ length: PIECES }, (_, piece) => {
    const within = samples.filter(
      ({ at }) => Math.min(PIECES - 1, Math.floor((at - first.at) / long)) === piece,
    )
    return { x: ((piece + 0.5) * long) / 60_000, y: of(within.map(({ value }) => value)) }
  })
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const spread = sum(points.map((point) => (point.x - x) ** 2))
  const perMinute = sum(points.map((point) => (point.x - x) * (point.y - y))) / spread
  const left = sum(points.map((point) => (point.y - y - perMinute * (point.x - x)) ** 2))
  return { perMinute, error: Math.sqrt(left / (PIECES - 2) / spread) }
}

/**
 * What is wrong about a slope: more than may be, beyond what may be chance, or known so badly that as much again could hide in
 * the noise. That is no verdict, and more is asked for.
 */
export function growthIn(what: string, { perMinute, error }: Slope, allowed: number): string | undefined {
  const told = `${perMinute.toFixed(2)} ± ${error.toFixed(2)} MB in a minute`
  if (perMinute - 2 * error > allowed) return `${what} grows by ${told}`
  if (2 * error <= allowed) return undefined
  return `${what}: ${told} is too vague to tell a growth of ${allowed}; warm up or measure for longer`
}

export const mean = (values: readonly number[]): number => sum(values) / values.length
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
