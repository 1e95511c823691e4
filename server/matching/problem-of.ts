import { FORBIDDEN, type Gate, type Problem } from './problem.ts'

/** Bounds of a problem, paper by paper and reviewer by reviewer. */
export interface Bounds {
  seats: readonly number[]
  least: readonly number[]
  most: readonly number[]
  gate?: Gate | null
}

/** A problem from a table of scores, a row a paper; null is a pair that must not be. */
export function problemOf(
  table: readonly (readonly (number | null)[])[],
  { seats, least, most, gate = null }: Bounds,
): Problem {
  return {
    papers: table.length,
    reviewers: most.length,
    scores: Int32Array.from(table.flat(), (score) => score ?? FORBIDDEN),
    seats: Int32Array.from(seats),
    least: Int32Array.from(least),
    most: Int32Array.from(most),
    gate,
    stretch: false,
  }
}
