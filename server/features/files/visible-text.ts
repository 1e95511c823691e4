import type { Letter } from './page-letters.ts'
import type { Picture } from './page-picture.ts'
import { repeatedIn } from './repeated.ts'
import { type SeenWord, seenOf } from './seen-words.ts'

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

/** A page's letters, and the words of them that are seen. */
export interface SeenPage {
  letters: readonly Letter[]
  words: readonly SeenWord[]
  /** Those that only repeat another, each with that one. */
  repeated: ReadonlyMap<Letter, Letter>
}

/**
 * Which letters of a page are seen, told by the page's picture: a word is seen if the picture shows its letters' shapes where
 * its drawing has them, in a colour that is told from what lies around. Why it is not seen is no matter: without ink, in the
 * paper's colour, covered, clipped, masked, blended away, on a layer that is off, beside the page, piled up. Words in letters
 * smaller than 3 points, on a page of common size, are not seen either.
 */
export function seenPage(letters: readonly Letter[], picture: Picture): SeenPage {
  const repeated = repeatedIn(letters)
  return { letters, repeated, words: seenOf(letters, repeated, picture) }
}

/** The text of a page, read as seen and not, as its letters are written. */
export function runsOf(
  { letters, repeated }: Pick<SeenPage, 'letters' | 'repeated'>,
  seen: ReadonlySet<Letter>,
  writtenOf: (letter: Letter) => string,
): Run[] {
  const firstOnes = new Set([...repeated].flatMap(([again, first]) => (seen.has(again) ? [first] : [])))
  const runs: Run[] = []
  let stretchBefore: number | undefined
  for (const letter of letters) {
    const first = repeated.get(letter)
    // Of the same letter at the same place one is read.
    if (first === undefined ? !seen.has(letter) && firstOnes.has(letter) : seen.has(first)) continue
    const { unicode, x, y, end, size, stretch, isApart } = letter
    const written = writtenOf(letter)
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
