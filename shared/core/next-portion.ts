/** How long a call with a portion of a long list should take: short enough for progress that moves, and for others who wait. */
const WANTED_MS = 700

/**
 * How many items the next call of a long list takes, after one of `size` items took `tookMs`: as many as are done in
 * {@link WANTED_MS}, at least `least` and at most `most`, and never more than twice as many as before.
 */
export function nextPortion(
  size: number,
  tookMs: number,
  { least, most }: { least: number; most: number },
): number {
  const fitting = Math.floor((size * WANTED_MS) / Math.max(tookMs, 1))
  return Math.min(most, 2 * size, Math.max(least, fitting))
}
