import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Look, lookOf } from './letter-look.ts'
import { type Matrix, times } from './matrix.ts'
import { entry, listOf, matrixOf } from './operands.ts'
import { boxShape, type Shape, shapeOf, together } from './shapes.ts'

const FILLS: readonly number[] = [OPS.fill, OPS.eoFill, OPS.rawFillPath]
/** Where these are, what is seen is not told from what is filled. */
const OTHERS: readonly number[] = [
  OPS.clip,
  OPS.eoClip,
  OPS.setGState,
  OPS.setFillRGBColor,
  OPS.setFillTransparent,
  OPS.setFillColorN,
  OPS.paintFormXObjectBegin,
  OPS.beginMarkedContentProps,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.shadingFill,
  OPS.showText,
  OPS.showSpacedText,
]
/** The largest bitmap of a letter that is looked at, in dots, and the most rows of dots without a gap in it. */
const [DOTS_MAX, RUNS_MAX] = [1_000_000, 10_000]
/** So many of a font's drawings are looked at for how large they are. */
const DRAWINGS_MAX = 256

interface DrawnLetter {
  look: Look
  /** Of a size of 1. */
  shape: Shape
}
/** What a letter is that is a drawing: `unknown` where more is drawn than filled areas; undefined where nothing is. */
type Letter = DrawnLetter | 'unknown' | undefined

/** A Type 3 font, whose letters are drawings of their own (ISO 32000-2 §9.6.4). */
export interface DrawnFont {
  letterOf: (glyph: unknown) => Letter
  /** Thousandths of a size of 1 a unit of its glyphs' widths. */
  unit: number
  /** How large its letters mostly are, of a size of 1. */
  size: number
}

/** A font of pdf.js as one of drawings; undefined where it is none. */
export function drawnFont(font: unknown): DrawnFont | undefined {
  const drawings = entry(font, 'charProcOperatorList')
  if (entry(font, 'isType3Font') !== true || typeof drawings !== 'object' || drawings === null)
    return undefined
  const matrix = matrixOf(listOf(entry(font, 'fontMatrix')))
  const letters = new Map<string, Letter>()
  const letterOf = (name: string) => {
    const before = letters.get(name)
    if (before !== undefined) return before
    const letter = drawnLetter(entry(drawings, name), matrix)
    letters.set(name, letter)
    return letter
  }
  const names = Object.keys(drawings).slice(0, DRAWINGS_MAX)
  return {
    letterOf: (glyph) => letterOf(String(entry(glyph, 'operatorListId'))),
    unit: 1000 * Math.abs(matrix[0]),
    size: sizeOfBoxes(names.flatMap((name) => boxesOf(letterOf(name)))) ?? 1,
  }
}

/** The box of a letter; none where it is not known. */
export const boxesOf = (letter: Letter): (readonly number[])[] =>
  typeof letter === 'object' ? [letter.shape.box] : []

/** What a drawing looks like with its font's matrix: all that is filled. */
function drawnLetter(drawing: unknown, font: Matrix): Letter {
  const all = listOf(entry(drawing, 'argsArray'))
  const areas: Shape[] = []
  let ctm = font
  const kept: Matrix[] = []
  for (const [place, op] of listOf(entry(drawing, 'fnArray')).map(Number).entries()) {
    const args = listOf(all[place])
    if (OTHERS.includes(op)) return 'unknown'
    if (op === OPS.save) kept.push(ctm)
    else if (op === OPS.restore) ctm = kept.pop() ?? font
    else if (op === OPS.transform) ctm = times(ctm, matrixOf(args))
    const drawn = drawnBy(op, args, ctm)
    if (drawn === 'unknown') return 'unknown'
    areas.push(...drawn)
  }
  const shape = together(areas)
  const look = lookOf(shape)
  return look && { look: { ...look, isScaled: false }, shape }
}

/** What an operator fills. */
function drawnBy(op: number, args: readonly unknown[], ctm: Matrix): Shape[] | 'unknown' {
  if (op === OPS.paintSolidColorImageMask) return [boxShape(ctm, [0, 0, 1, 1])]
  if (op === OPS.paintImageMaskXObject) return dotsOf(args[0], ctm)
  const paint = Number(args[0])
  if (op !== OPS.constructPath || paint === OPS.endPath) return []
  return FILLS.includes(paint) ? [shapeOf(ctm, listOf(listOf(args[1])[0]).map(Number))] : 'unknown'
}

/** A bitmap's rows of dots, as pdf.js leaves it where its outline has too many corners: a bit of 0 is drawn. */
function dotsOf(bitmap: unknown, ctm: Matrix): Shape[] | 'unknown' {
  const [width, height] = [Number(entry(bitmap, 'width')), Number(entry(bitmap, 'height'))]
  const bits = listOf(entry(bitmap, 'data'))
  const bytes = Math.ceil(width / 8)
  if (!(width * height <= DOTS_MAX) || bits.length < bytes * height) return 'unknown'
  const isDrawn = (x: number, y: number) =>
    x < width && ((Number(bits[y * bytes + (x >> 3)]) >> (7 - (x & 7))) & 1) === 0
  const runs: Shape[] = []
  for (let y = 0; y < height; y += 1) {
    if (runs.length > RUNS_MAX) return 'unknown'
    let from = -1
    for (let x = 0; x <= width; x += 1) {
      if (isDrawn(x, y)) from = from < 0 ? x : from
      else if (from >= 0) {
        runs.push(boxShape(ctm, [from / width, 1 - (y + 1) / height, x / width, 1 - y / height]))
        from = -1
      }
    }
  }
  return runs
}

/** How high half of a text's letters are at most, of their size, small ones and capitals together. */
const COMMON_HEIGHT = 0.55

export const heightOf = ([, bottom = 0, , top = 0]: readonly number[]): number => top - bottom

/** The size that letters with such boxes mostly have; undefined where there are none. */
export function sizeOfBoxes(boxes: readonly (readonly number[])[]): number | undefined {
  const heights = boxes.map(heightOf).sort((a, b) => a - b)
  const common = heights[heights.length >> 1]
  return common === undefined ? undefined : common / COMMON_HEIGHT
}
