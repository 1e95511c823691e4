import { TITLE_MAX, usefulTitle } from './read-pdf.ts'
import { joined, linesOf } from './text-lines.ts'
import type { Run } from './visible-text.ts'

/** Letters are of one size when they differ by less, in points. */
const SAME = 0.5
/** Small capitals have this share of the letters beside them, at least. */
const SMALL_CAPITALS = 0.7

/** As many sizes are tried: a drop cap and a sign may be larger than the title. */
const SIZES_TRIED = 5

/**
 * The title as a first page shows it: the first lines of the largest letters that say something; a drop cap or a sign says
 * nothing, and what is written along the page's edge is a stamp. Null where nothing stands out: where all letters are of
 * one size, and where there are more of a size than a title has, they are the text itself.
 */
export function printedTitle(runs: readonly Run[]): string | null {
  const written = runs.filter((run) => run.text.trim() !== '' && !isAlongEdge(run))
  let above = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < SIZES_TRIED; tried += 1) {
    const largest = largestBelow(written, above)
    if (largestBelow(written, largest) === 0) return null
    const letters = written.filter(({ size }) => isSame(size, largest)).map(({ text }) => text.trim())
    if (letters.join('').length > TITLE_MAX) return null
    const title = usefulTitle(joined(linesOf(firstOf(written, largest))))
    if (title !== null) return title
    above = largest
  }
  return null
}

/** The size of the largest letters that are smaller than some; 0 where there are none. */
function largestBelow(runs: readonly Run[], above: number): number {
  return runs.reduce((most, { size }) => (size <= above - SAME ? Math.max(most, size) : most), 0)
}

/** The first stretch in letters of a size, with the small capitals that belong to it. */
function firstOf(runs: readonly Run[], largest: number): Run[] {
  const rest = runs.slice(runs.findIndex(({ size }) => isSame(size, largest)))
  let last: Run | undefined
  let small: number | undefined
  const end = rest.findIndex((run) => {
    const isCapital = run.text === run.text.toUpperCase() && run.size >= SMALL_CAPITALS * largest
    const isBeside = last !== undefined && isSame(run.y, last.y)
    if (isCapital && isBeside && run.size < largest) small ??= run.size
    last = run
    return !isSame(run.size, largest) && !(isCapital && small !== undefined && isSame(run.size, small))
  })
  return end === -1 ? rest : rest.slice(0, end)
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < SAME
}

/** Whether it is written up or down the page, as archives stamp their papers. */
function isAlongEdge({ text, x, end, size }: Run): boolean {
  const letters = text.trim().length
  return letters > 3 && Math.abs(end - x) < 0.1 * size * letters
}
