import type { State } from './drawing-state.ts'
import { onPage, stretchOf } from './glyphs.ts'
import { inksOf, isFilled } from './ink.ts'
import { at, contains, type Matrix, times } from './matrix.ts'
import type { PageFont } from './page-font.ts'
import type { Painted } from './painted.ts'
import { isWithin, type Shape, shapeOf } from './paints.ts'
import { type Drawn, placesOf, readingScale, type Sheet, seenIn } from './seen.ts'
import { unmarked } from './unlike.ts'

/** Smaller letters nobody reads, in points on a page of common size. */
const SIZE_MIN = 3
/** Letters that move on by less of their size lie upon each other. */
const ADVANCE_MIN = 0.1

/** A stretch of text as it comes to lie on its page. */
export interface DrawnText {
  /** With marks where letters look otherwise than they say. */
  written: string
  /** What of it has nothing to be seen by. */
  blank: string
  x: number
  y: number
  end: number
  /** Height of its letters in points. */
  size: number
  /** Large enough to be read, and not piled up. */
  isLarge: boolean
  how: Drawn
  /** What its letters hide of what lies beneath them. */
  hiding: readonly Shape[]
  /** Where the text goes on. */
  next: Matrix
}

/** Draws some glyphs of pdf.js with the text's own matrix onto what was painted before. */
export function drawText(
  glyphs: readonly unknown[],
  own: Matrix,
  state: State,
  font: PageFont,
  { sheet, painted }: { sheet: Sheet; painted: Painted },
): DrawnText {
  const from = times(state.ctm, own)
  const { written, blank, letters, next, placeAt, size: high } = stretchOf(glyphs, state, font)
  const [x, y] = at(from, ...placeAt(0, 0))
  const [end, endY] = at(from, ...placeAt(1, 0))
  const size = high * Math.hypot(from[2], from[3])
  const broad = Math.abs(high * state.scale) * Math.hypot(from[0], from[1])
  const read = Math.min(size, broad) * readingScale(sheet)
  const count = unmarked(written).trim().length
  const isPiled = count > 3 && Math.hypot(end - x, endY - y) < ADVANCE_MIN * size * count
  const looked = placesOf(count)
  const isOpen = (px: number, py: number) =>
    contains(sheet.view, px, py) && state.clips.every((clip) => isWithin(clip, px, py))
  const how: Drawn = {
    places: looked.map(([along, up]) => at(from, ...placeAt(along, up))).filter(([px, py]) => isOpen(px, py)),
    count: looked.length,
    size: read,
    inks: inksOf(state, state.size * Math.hypot(own[2], own[3])),
    blend: state.blend,
    mask: state.mask,
    painted,
    after: painted.count,
    own: 0,
  }
  // Letters that are not told from what they lie on can only hide it.
  const hides = letters.length > 0 && isFilled(state) && !seenIn(how)
  const hiding = letters
    .filter(({ outline }) => isFilled(state) && (hides || outline.isBlock))
    .map((letter) => shapeOf(onPage(from, letter), letter.outline.path, false))
  const isLarge = read >= SIZE_MIN && !isPiled
  return { written, blank, x, y, end, size, isLarge, how, hiding, next: times(own, next) }
}
