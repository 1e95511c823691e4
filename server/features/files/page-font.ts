import type { Sight } from './doubtful-letters.ts'
import { boxesOf, type DrawnFont, drawnFont } from './drawn-letter.ts'
import { type Look, lookOf } from './letter-look.ts'
import { UNIT } from './matrix.ts'
import { isDrawnOtherwise } from './missing-font.ts'
import { entry, listOf } from './operands.ts'
import { signPath } from './picture-canvas.ts'
import { bodyOf, type Shape, shapeOf } from './shapes.ts'
import { marked, plainly, sightOf } from './unlike.ts'

/** A glyph as it is set and drawn; lengths in shares of the letters' size. */
export interface Glyph {
  unicode: string
  /** That, with marks where it looks otherwise ({@link marked}). */
  written: string
  /** How it looks, if it says one Latin letter; the same object for the same glyph. */
  sight: Sight | undefined
  /** How far it moves on, to the right or, in a font for vertical writing, downwards. */
  advance: number
  isSpace: boolean
  /** What is drawn for it, of a size of 1; undefined where that is nothing, or not known. */
  outline: Outline | undefined
  /** Where that stands beside where the glyph begins. */
  origin: readonly [x: number, y: number]
  /** Where it is drawn, of a size of 1, if it is a drawing. */
  box: readonly number[] | undefined
}

/** What is drawn for a glyph of a size of 1. */
interface Outline {
  shape: Shape
  look: Look | undefined
}

/** What a letter looks like without the marks that stand apart from it. */
function bodyLookOf({ shape, look }: Outline): Look | undefined {
  const body = lookOf(bodyOf(shape))
  return body && look && { ...body, isScaled: look.isScaled }
}

/** A font of a page as pdf.js has it. */
export interface PageFont {
  isVertical: boolean
  /** Its glyphs are drawings, of which only their boxes tell how large they are. */
  drawn: DrawnFont | undefined
  glyphOf: (glyph: unknown) => Glyph
}

/** In place of a letter whose font the file does not have a sign of ours is drawn. */
const sign: Outline = { shape: shapeOf(UNIT, signPath), look: undefined }

/** The font of a name; where it is not there nothing is known of its glyphs but what they say. */
export function pageFont(name: string, object: (name: string) => unknown): PageFont {
  const font = object(name)
  const drawn = drawnFont(font)
  const isVertical = entry(font, 'vertical') === true
  const isMissing = entry(font, 'missingFile') === true
  const unit = Number(listOf(entry(font, 'fontMatrix'))[0] ?? 0.001)
  const outlines = new Map<unknown, Outline | undefined>()
  const told = new Map<string, Pick<Glyph, 'written' | 'sight'>>()
  const pathOf = (character: unknown): Outline | undefined => {
    if (outlines.has(character)) return outlines.get(character)
    const path = entry(object(`${name}_path_${String(character)}`), 'path')
    const shape = path === undefined ? undefined : shapeOf(UNIT, listOf(path).map(Number))
    const outline = shape && { shape, look: lookOf(shape) }
    outlines.set(character, outline)
    return outline
  }
  const outlineOf = (glyph: unknown, character: unknown): Outline | undefined => {
    if (drawn !== undefined) {
      const letter = drawn.letterOf(glyph)
      return typeof letter === 'object' ? letter : undefined
    }
    if (isMissing) return sign
    return entry(glyph, 'isInFont') === false ? undefined : pathOf(character)
  }
  const toldOf = (glyph: unknown, character: unknown, unicode: string, outline: Outline | undefined) => {
    const codes = ['operatorListId', 'originalCharCode'].map((name) => String(entry(glyph, name)))
    const key = [String(character), unicode, ...codes].join(' ')
    const before = told.get(key)
    if (before !== undefined) return before
    const isUnknown = drawn?.letterOf(glyph) === 'unknown' || (isMissing && isDrawnOtherwise(font, glyph))
    const body = () => outline && bodyLookOf(outline)
    const sight = sightOf(unicode, outline?.look, body)
    const now = {
      written: marked(unicode, isUnknown ? 'unknown' : outline?.look, body),
      sight: sight && { ...sight, font: name },
    }
    told.set(key, now)
    return now
  }
  const isCentred = isMissing && entry(font, 'remeasure') === true
  /** Where a column has a glyph, and where pdf.js sets one whose breadth it does not know. */
  const originOf = (along: number, [right, down]: readonly [number, number]): readonly [number, number] => {
    const middle = isCentred ? along / 2000 : 0
    return isVertical ? [middle - right * unit, -down * unit] : [middle, 0]
  }
  return {
    isVertical,
    drawn,
    glyphOf: (glyph) => {
      const [said, breadth, character] = ['unicode', 'width', 'fontChar'].map((key) => entry(glyph, key))
      const unicode = typeof said === 'string' ? plainly(said) : ''
      const width = typeof breadth === 'number' ? breadth : 0
      const outline = outlineOf(glyph, character)
      const own = listOf(entry(glyph, 'vmetric'))
      const metrics = own.length > 0 ? own : listOf(entry(font, 'defaultVMetrics'))
      const along = isVertical && metrics.length > 0 ? -Number(metrics[0]) : width
      const right = own.length > 0 ? Number(own[1]) : width / 2
      return {
        unicode,
        ...toldOf(glyph, character, unicode, outline),
        advance: along * (drawn === undefined ? unit : drawn.unit / 1000),
        isSpace: entry(glyph, 'isSpace') === true,
        outline,
        origin: originOf(along, [right, Number(metrics[2] ?? 0)]),
        box: boxesOf(drawn?.letterOf(glyph))[0],
      }
    },
  }
}
