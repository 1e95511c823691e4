import type { Letter } from './page-letters.ts'
import type { Picture } from './page-picture.ts'
import { repeatedIn } from './repeated.ts'
import { seenOf } from './seen-words.ts'

/** A stretch of text on a page, as a reader would or would not see it; places in points from the page's lower left corner. */
export interface Run {
  /** With marks where its letters look otherwise than they say; see unlike.ts. */
  text: string
  x: number
  y: number
  /** Where it ends. */
  end: number
  /** Height of its letters in points. */
  size: number
  isVisible: boolean
}

/**
 * The text of a page, told by the page's picture: a word is seen if the picture shows its letters' shapes where its drawing
 * has them, in a colour that is told from what lies around. Why it is not seen is no matter: without ink, in the paper's
 * colour, covered, clipped, masked, blended away, on a layer that is off, beside the page, piled up. Words in letters
 * smaller than 3 points, on a page of common size, are not seen either.
 */
export function runsOf(letters: readonly Letter[], picture: Picture): Run[] {
  const repeated = repeatedIn(letters)
  const seen = seenOf(letters, repeated, picture)
  const firstOnes = new Set([...repeated].flatMap(([again, first]) => (seen.has(again) ? [first] : [])))
  const runs: Run[] = []
  let stretchBefore: number | undefined
  for (const letter of letters) {
    const first = repeated.get(letter)
    // Of the same letter at the same place one is read.
    if (first === undefined ? !seen.has(letter) && firstOnes.has(letter) : seen.has(first)) continue
    const { unicode, written, x, y, end, size, stretch, isApart } = letter
    const last = runs.at(-1)
    const isSame = last !== undefined && stretchBefore === stretch
    stretchBefore = stretch
    const isVisible = unicode.trim() === '' && isSame ? last.isVisible : seen.has(letter)
    if (isSame && last.isVisible === isVisible) {
      last.text += (isApart ? ' ' : '') + written
      last.end = end
    } else runs.push({ text: (isSame && isApart ? ' ' : '') + written, x, y, end, size, isVisible })
  }
  return runs
}
