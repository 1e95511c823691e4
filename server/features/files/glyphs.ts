import { heightOf, sizeOfBoxes } from './drawn-letter.ts'
import type { Matrix } from './matrix.ts'
import type { Glyph, PageFont } from './page-font.ts'
import type { TextSetting } from './text-setting.ts'

/** A place in the text's own units. */
type Place = readonly [x: number, y: number]

/** A glyph as it is set, in the text's own units. */
interface SetGlyph {
  glyph: Glyph
  /** Takes what is drawn for it, of a size of 1, to its place. */
  place: Matrix
  /** Where it begins and where the next one does. */
  begin: Place
  end: Place
  /** So much space is before it that a new word begins, or it stands before those that were written before it. */
  isApart: boolean
  /** It is drawn elsewhere than where it is set, or is nothing beside the others. */
  isAside: boolean
}

/** A stretch of text as it is set. */
export interface Stretch {
  glyphs: readonly SetGlyph[]
  /** The letters' size; of drawings, that which other fonts would have for as large ones. */
  size: number
  /** What takes the text to where the next stretch begins. */
  next: Matrix
}

/** Sets some glyphs of pdf.js, in a line or, in a font for vertical writing, in a column. Numbers between them move back. */
export function stretchOf(glyphs: readonly unknown[], setting: TextSetting, font: PageFont): Stretch {
  const { size, spacing, wordSpacing, scale, rise } = setting
  const { isVertical } = font
  const share = shareOf(glyphs, font)
  const sign = isVertical ? -1 : 1
  const gap = gapIn(glyphs, sign)
  const set: SetGlyph[] = []
  const at = (length: number): Place => (isVertical ? [0, rise - length] : [length * scale, rise])
  let [length, step] = [0, 0]
  for (const one of glyphs) {
    if (typeof one === 'number') {
      length -= sign * (one / 1000) * size
      step -= sign * (one / 1000)
      continue
    }
    const glyph = font.glyphOf(one)
    const [x, y] = at(length)
    const [right, up] = glyph.origin
    length += glyph.advance * size + sign * (spacing + (glyph.isSpace ? wordSpacing : 0))
    set.push({
      glyph,
      place: [size * scale, 0, 0, size, x + right * size * scale, y + up * size],
      begin: [x, y],
      end: at(length),
      isApart: step > gap || step < -BACK,
      isAside: isAside(glyph, share),
    })
    step = 0
  }
  const next: Matrix = isVertical ? [1, 0, 0, 1, 0, -length] : [1, 0, 0, 1, length * scale, 0]
  return { glyphs: set, size: share * size, next }
}

/** So much space between letters begins a new word, and so far back is another place, in shares of their size. */
const [GAP, BACK] = [0.18, 0.9]
/** Letters that are mostly so far apart are letterspaced; of their space a new word has more by so much. */
const [SPACED_MIN, SPACED_MAX, MORE] = [0.1, 0.6, 1.5]
/** Fewer letters do not tell. */
const SPACED_LETTERS = 5

/** How much space between letters of a stretch begins a new word: more where they are letterspaced. */
function gapIn(glyphs: readonly unknown[], sign: number): number {
  const steps: number[] = []
  let step: number | undefined
  for (const one of glyphs) {
    if (typeof one === 'number') step = step === undefined ? undefined : step - (sign * one) / 1000
    else {
      if (step !== undefined) steps.push(step)
      step = 0
    }
  }
  steps.sort((a, b) => a - b)
  const common = steps[steps.length >> 1] ?? 0
  const isSpaced = steps.length >= SPACED_LETTERS && common >= SPACED_MIN && common <= SPACED_MAX
  return isSpaced ? Math.max(GAP, MORE * common) : GAP
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

/** Whether a letter is not drawn where it is set, or is nothing beside the others of a font of drawings. */
function isAside({ unicode, advance, origin, outline, box }: Glyph, share: number): boolean {
  if (outline === undefined) return false
  const [left = 0, bottom = 0, right = 0, top = 0] = outline.shape.box
  const [x, y] = [(left + right) / 2 + origin[0], (bottom + top) / 2 + origin[1]]
  const isThere = x > -share && x < Math.abs(advance) + share && Math.abs(y) < 1.5 * share
  return !isThere || (box !== undefined && /\p{L}/u.test(unicode) && heightOf(box) < LOW * share)
}
