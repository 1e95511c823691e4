import { heightOf, sizeOfBoxes } from './drawn-letter.ts'
import { type Matrix, times } from './matrix.ts'
import type { Glyph, Outline, PageFont } from './page-font.ts'

/** How letters are set. */
export interface Setting {
  size: number
  spacing: number
  wordSpacing: number
  /** Letters' breadth, of their own. */
  scale: number
  rise: number
}

/** A letter that has an outline, and what takes that to its place in the text's own. */
interface Letter {
  outline: Outline
  place: Matrix
}

/** In a column a letter stands in the middle, its foot so much of its size below where it begins. */
const COLUMN_FOOT = 0.88
/** Where in a column small letters have their ink, of their size beside its middle. */
const COLUMN_MIDDLE = 0.28

/** A stretch of text as it is set, in the text's own units. */
export interface Stretch {
  /** With marks where letters look otherwise than they say. */
  written: string
  /** What of it has nothing to be seen by. */
  blank: string
  letters: readonly Letter[]
  /** The letters' size; of drawings, that which other fonts would have for as large ones. */
  size: number
  /** What takes the text to where the next stretch begins. */
  next: Matrix
  /** Where a share of its length and of its letters' size is. */
  placeAt: (along: number, up: number) => readonly [number, number]
}

/** Sets some glyphs of pdf.js, in a line or, in a font for vertical writing, in a column. Numbers between them move back. */
export function stretchOf(glyphs: readonly unknown[], setting: Setting, font: PageFont): Stretch {
  const { size, spacing, wordSpacing, scale, rise } = setting
  const { isVertical } = font
  const share = shareOf(glyphs, font)
  let [written, blank, length] = ['', '', 0]
  const letters: Letter[] = []
  const sign = isVertical ? -1 : 1
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      length -= sign * (glyph / 1000) * size
      if (sign * glyph < -180) {
        written += ' '
        blank += ' '
      }
      continue
    }
    const found = font.glyphOf(glyph)
    const { unicode, advance, isSpace, outline, written: read } = found
    const isBlank = found.isBlank || isAside(found, share)
    const isGap = unicode.trim() === ''
    if (isGap || !isBlank) written += read
    if (isGap || isBlank) blank += unicode
    if (outline !== undefined && outline.path.length > 0) {
      const [x, y] = isVertical
        ? [-0.5 * size * scale, rise - length - COLUMN_FOOT * size]
        : [length * scale, rise]
      letters.push({ outline, place: [size * scale, 0, 0, size, x, y] })
    }
    length += (advance / 1000) * size + sign * (spacing + (isSpace ? wordSpacing : 0))
  }
  return {
    written,
    blank: blank.trim(),
    letters,
    size: share * size,
    next: isVertical ? [1, 0, 0, 1, 0, -length] : [1, 0, 0, 1, length * scale, 0],
    placeAt: (along, up) =>
      isVertical
        ? [(up - COLUMN_MIDDLE) * share * size * scale, rise - length * along]
        : [length * scale * along, rise + up * share * size],
  }
}

/** No letter is so much lower than the others. */
const LOW = 0.2
/** Letters of one size: capitals alone, or small ones alone, seem so much larger or smaller. */
const ALIKE = 2

/**
 * How large the drawings of some glyphs are, of the size they are set in: as large as other fonts' letters, or as their
 * font's drawings mostly are, where that is about right. 1 in every other font.
 */
function shareOf(glyphs: readonly unknown[], font: PageFont): number {
  const { drawn } = font
  if (drawn === undefined) return 1
  const own = sizeOfBoxes(
    glyphs.flatMap((glyph) => {
      const { unicode, box } =
        typeof glyph === 'number' ? { unicode: '', box: undefined } : font.glyphOf(glyph)
      return box !== undefined && /[\p{L}\p{N}]/u.test(unicode) ? [box] : []
    }),
  )
  if (own === undefined) return 1
  return [1, drawn.size].find((size) => own < size * ALIKE && size < own * ALIKE) ?? own
}

/** Whether a drawing is not seen where its letter is set, or is nothing beside the others. */
function isAside({ unicode, advance, box }: Glyph, share: number): boolean {
  if (box === undefined) return false
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const [x, y] = [(left + right) / 2, (bottom + top) / 2]
  const isThere = x > -share && x < Math.abs(advance) / 1000 + share && Math.abs(y) < 1.5 * share
  return !isThere || (/\p{L}/u.test(unicode) && heightOf(box) < LOW * share)
}

/** What takes a letter's outline to the page. */
export const onPage = (text: Matrix, { place }: Letter): Matrix => times(text, place)
