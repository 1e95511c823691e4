import { boxesOf, type DrawnFont, drawnFont } from './drawn-letter.ts'
import { type Look, lookOf } from './letter-look.ts'
import { UNIT } from './matrix.ts'
import { entry, listOf } from './operands.ts'
import { shapeOf } from './paints.ts'
import { marked } from './unlike.ts'

/** A glyph as it is set and drawn; lengths in thousandths of the letters' size. */
export interface Glyph {
  unicode: string
  /** That, with marks where it looks otherwise ({@link marked}). */
  written: string
  /** How far it moves on, to the right or, in a font for vertical writing, downwards. */
  advance: number
  isSpace: boolean
  /** Nothing is drawn for it: its outline encloses nothing, or its font does not have it. */
  isBlank: boolean
  /** What it looks like; undefined where pdf.js does not tell. */
  outline: Outline | undefined
  /** Where it is drawn, of a size of 1, if it is a drawing. */
  box: readonly number[] | undefined
}

/** The outline of a glyph of a size of 1. */
export interface Outline {
  /** As pdf.js has paths. */
  path: readonly number[]
  /** It fills nearly all of its box, and hides what it lies on. */
  isBlock: boolean
  look: Look | undefined
}

/** Of its box: no letter but a bar fills so much. */
const BLOCK = 0.85

/** A font of a page as pdf.js has it. */
export interface PageFont {
  isVertical: boolean
  /** Its glyphs are drawings, of which only their boxes tell how large they are. */
  drawn: DrawnFont | undefined
  glyphOf: (glyph: unknown) => Glyph
}

/** The font of a name; where it is not there nothing is known of its glyphs but what they say. */
export function pageFont(name: string, object: (name: string) => unknown): PageFont {
  const font = object(name)
  const drawn = drawnFont(font)
  const isVertical = entry(font, 'vertical') === true
  const outlines = new Map<unknown, Outline | undefined>()
  const written = new Map<string, string>()
  const outlineOf = (character: unknown): Outline | undefined => {
    if (outlines.has(character)) return outlines.get(character)
    const path = entry(object(`${name}_path_${String(character)}`), 'path')
    const outline = path === undefined ? undefined : asOutline(listOf(path).map(Number))
    outlines.set(character, outline)
    return outline
  }
  const lookAt = (glyph: unknown, character: unknown) => {
    if (drawn === undefined) return outlineOf(character)?.look
    const letter = drawn.letterOf(glyph)
    return letter === 'unknown' ? letter : letter?.look
  }
  const writtenOf = (glyph: unknown, character: unknown, unicode: string) => {
    const key = `${String(character)} ${unicode} ${String(entry(glyph, 'operatorListId'))}`
    const before = written.get(key)
    if (before !== undefined) return before
    const now = marked(unicode, lookAt(glyph, character))
    written.set(key, now)
    return now
  }
  const isBlank = (glyph: unknown, outline: Outline | undefined) => {
    if (drawn !== undefined) return drawn.letterOf(glyph) === undefined
    const isMissing = entry(glyph, 'isInFont') === false && entry(font, 'missingFile') !== true
    return outline === undefined ? isMissing : outline.look === undefined
  }
  return {
    isVertical,
    drawn,
    glyphOf: (glyph) => {
      const [said, width, character] = ['unicode', 'width', 'fontChar'].map((name) => entry(glyph, name))
      const unicode = typeof said === 'string' ? said : ''
      const outline = outlineOf(character)
      const [down] = listOf(entry(glyph, 'vmetric') ?? entry(font, 'defaultVMetrics'))
      const own = isVertical && down !== undefined ? -Number(down) : width
      return {
        unicode,
        written: writtenOf(glyph, character, unicode),
        advance: typeof own === 'number' ? own * (drawn?.unit ?? 1) : 0,
        isSpace: entry(glyph, 'isSpace') === true,
        isBlank: isBlank(glyph, outline),
        outline,
        box: boxesOf(drawn?.letterOf(glyph))[0],
      }
    },
  }
}

function asOutline(path: readonly number[]): Outline {
  const shape = shapeOf(UNIT, path, false)
  const { box, lines } = shape
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const filled = Math.abs(lines.reduce((sum, line) => sum + areaOf(line), 0))
  const isBlock = filled > 0 && filled >= BLOCK * (right - left) * (top - bottom)
  return { path, isBlock, look: lookOf(shape) }
}

/** What a closed line goes round, negative where it goes the other way. */
function areaOf(line: readonly number[]): number {
  let twice = 0
  for (let place = 0; place + 1 < line.length; place += 2) {
    const next = place + 3 < line.length ? place + 2 : 0
    twice += (line[place] ?? 0) * (line[next + 1] ?? 0) - (line[next] ?? 0) * (line[place + 1] ?? 0)
  }
  return twice / 2
}
