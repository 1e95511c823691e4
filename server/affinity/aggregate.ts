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

/** How much a few texts can make of a reviewer, so that one text that was written for a paper makes no expert. */
export interface Guards {
  /** A nearer text than this counts as so near: the nearest texts of real experts are. */
  most: number
  /** A text of fewer words counts at most as much less: a title alone says little. */
  words: number
  /** The nearest text counts as `alone` at most, or so many times the second nearest. */
  alone: number
  times: number
  /** So many texts about something else are added to everybody's. */
  added: number
}

/** What is known of a reviewer's texts besides their likenesses, where it is. */
interface Known {
  /** How many times as near texts of one subject are in this conference as where the guards were measured. */
  density?: number
  /** How many words each text has. */
  words?: readonly number[]
}

/** A reviewer's likenesses to a paper as they count, with those that are added. */
function guarded(likenesses: readonly number[], guards: Guards, { density = 1, words = [] }: Known) {
  if (likenesses.length === 0) return likenesses
  const counted = likenesses.map((one, at) => {
    const length = Math.min(1, (words[at] ?? guards.words) / guards.words)
    return Math.min(one, guards.most * density * length)
  })
  const [nearest, second] = counted.reduce(
    ([first, next], one) => (one > first ? [one, first] : [first, Math.max(next, one)]),
    [0, 0],
  )
  counted[counted.indexOf(nearest)] = Math.min(
    nearest,
    Math.max(guards.alone * density, guards.times * second),
  )
  for (let n = 0; n < guards.added; n += 1) counted.push(0)
  return counted
}

/** How sharply the soft maximum prefers the best: by e for a tenth more of likeness. */
const SHARPNESS = 10

/** From likenesses (0 to 1) to the texts of a reviewer the affinity to the reviewer, 0 to 1. */
export function affinityOf(
  likenesses: readonly number[],
  { aggregation, guards }: { aggregation: Aggregation; guards: Guards | null },
  known: Known = {},
): number {
  return aggregate(guards === null ? likenesses : guarded(likenesses, guards, known), aggregation)
}

/** One figure from likenesses; 0 without any. */
function aggregate(likenesses: readonly number[], how: Aggregation): number {
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
