import { contrastOf, isPureHue } from './contrast.ts'
import type { Letter } from './page-letters.ts'
import type { SeenWord } from './seen-words.ts'

/** Smaller letters are tiny, in points. */
const TINY = 4.75
/** As many of them as one sub- or superscript has may stand at larger ones. */
const SCRIPT_MAX = 3
/** From which share of the ordinary size on, the largest first, letters are read in which contrast (WCAG's). */
const CONTRASTS = [
  { from: 1.5, least: 0 },
  { from: 0.7, least: 2.2 },
  { from: 0, least: 2.5 },
]
/** Links are bright green or cyan in many papers, and of this share of the ordinary size and more. */
const LINK = 0.7
/** Outlines are as thin as a line is, and read in this. */
const OUTLINES_LEAST = 1.5
/** What has more contrast than this stands out. */
const STANDS_OUT = 2.5
/** Of a file's letters fewer than this share are no measure for the others, be they large or standing out. */
const MEASURE_MIN = 0.1

/**
 * The letters that a reader does not only see, but comes to read: what is tiny or pale beside a file's ordinary text is left
 * out. A file that is small or pale throughout is measured by itself, and large letters as of a watermark are seen as pale.
 */
export function wellSeen(words: readonly SeenWord[]): ReadonlySet<Letter> {
  const [large, isSmallThroughout] = measured(words, (word) => !isTiny(word))
  const [standing, isPaleThroughout] = measured(large, ({ ink }) => contrastOf(ink) >= STANDS_OUT)
  const ordinary = medianOf(standing.flatMap(sizesOf))
  return new Set(
    words
      .filter((word) => (isSmallThroughout || !isTiny(word)) && (isPaleThroughout || !isPale(word, ordinary)))
      .flatMap(({ letters }) => letters),
  )
}

/** Those words that are a measure for the others; all where such are too few. */
function measured(
  words: readonly SeenWord[],
  isMeasure: (word: SeenWord) => boolean,
): [words: readonly SeenWord[], areTooFew: boolean] {
  const some = words.filter(isMeasure)
  const areTooFew = countOf(some) < MEASURE_MIN * countOf(words)
  return [areTooFew ? words : some, areTooFew]
}

const sizesOf = ({ letters }: SeenWord): number[] =>
  letters.filter(({ unicode }) => unicode.trim() !== '').map(({ readSize }) => readSize)

function countOf(words: readonly SeenWord[]): number {
  return words.reduce((sum, word) => sum + sizesOf(word).length, 0)
}

function medianOf(sizes: readonly number[]): number {
  return sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)] ?? 0
}

function isTiny(word: SeenWord): boolean {
  const sizes = sizesOf(word)
  const tiny = sizes.filter((size) => size < TINY).length
  return tiny > SCRIPT_MAX || (tiny > 0 && tiny === sizes.length)
}

function isPale(word: SeenWord, ordinary: number): boolean {
  const share = Math.max(...sizesOf(word), 0) / ordinary
  const asked = CONTRASTS.find(({ from }) => share >= from)?.least ?? 0
  const least = word.isOutlined ? Math.min(asked, OUTLINES_LEAST) : asked
  return contrastOf(word.ink) < least && !(share >= LINK && isPureHue(word.ink))
}
