import type { BidLevel } from '#shared/assigning/bids-contract.ts'

/** The words of several systems for what a reviewer would like to do. */
const words: Record<BidLevel, readonly string[]> = {
  eager: ['eager', 'yes', 'very high', 'high', 'want', 'very willing'],
  willing: ['willing', 'maybe', 'can', 'neutral', 'medium', 'in a pinch'],
  reluctant: ['reluctant', 'no', 'not willing', 'unwilling', 'low', 'very low', 'rather not'],
}

const levelOf = new Map(
  Object.entries(words).flatMap(([level, own]) => own.map((word) => [word, level as BidLevel] as const)),
)

/** The bid that one of a row's cells is, in any case; undefined when none is, or two differ. */
export function bidIn(cells: readonly string[]): BidLevel | undefined {
  const found = new Set(cells.flatMap((cell) => levelOf.get(plain(cell)) ?? []))
  const [level] = found
  return found.size === 1 ? level : undefined
}

function plain(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}
