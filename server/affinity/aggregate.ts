export const aggregations = [
  'mean',
  'best',
  'best_three',
  'best_five',
  'root_mean_square',
  'soft_maximum',
] as const

/** How a paper's likeness to each paper of a reviewer becomes one figure of the reviewer. */
export type Aggregation = (typeof aggregations)[number]

/** How sharply the soft maximum prefers the best: by e for a tenth more of likeness. */
const SHARPNESS = 10

/** One figure from likenesses (0 to 1); 0 without any. */
export function aggregate(likenesses: readonly number[], how: Aggregation): number {
  if (likenesses.length === 0) return 0
  switch (how) {
    case 'mean':
      return mean(likenesses)
    case 'best':
      return likenesses.reduce((best, one) => Math.max(best, one), 0)
    case 'best_three':
      return mean(largest(likenesses, 3))
    case 'best_five':
      return mean(largest(likenesses, 5))
    case 'root_mean_square':
      return Math.sqrt(mean(likenesses.map((one) => one * one)))
    case 'soft_maximum':
      return Math.log(mean(likenesses.map((one) => Math.exp(SHARPNESS * one)))) / SHARPNESS
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

function largest(values: readonly number[], count: number): number[] {
  return values.toSorted((a, b) => b - a).slice(0, count)
}
