import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Look, lookOf } from './letter-look.ts'
import { type Matrix, times } from './matrix.ts'
import { entry, listOf, matrixOf } from './operands.ts'
import { boxShape, type Shape, shapeOf } from './paints.ts'

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
/** The largest bitmap of a letter that is looked at, in dots. */
const DOTS_MAX = 4_000_000

/** What a letter is that is a drawing. */
export interface DrawnLetter {
  look: Look
  /** Left, bottom, right and top, of a size of 1. */
  box: readonly number[]
}

/**
 * What a letter of a Type 3 font looks like, which is a drawing of its own (ISO 32000-2 §9.6.4), with its font's matrix:
 * all that is filled. `unknown` where it is drawn otherwise too; undefined where nothing is drawn.
 */
export function drawnLetter(drawing: unknown, font: Matrix): DrawnLetter | 'unknown' | undefined {
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
  const box = boxAround(areas)
  const look = lookOf({ box, lines: areas.flatMap(({ lines }) => lines) })
  return look && { look: { ...look, isScaled: false }, box }
}

/** What an operator fills. */
function drawnBy(op: number, args: readonly unknown[], ctm: Matrix): Shape[] | 'unknown' {
  if (op === OPS.paintSolidColorImageMask) return [boxShape(ctm, [0, 0, 1, 1])]
  if (op === OPS.paintImageMaskXObject) return dotsOf(args[0], ctm)
  const paint = Number(args[0])
  if (op !== OPS.constructPath || paint === OPS.endPath) return []
  return FILLS.includes(paint) ? [shapeOf(ctm, listOf(listOf(args[1])[0]).map(Number), false)] : 'unknown'
}

/** The dots of a bitmap, as pdf.js leaves it where its outline has too many corners: a bit of 0 is drawn. */
function dotsOf(bitmap: unknown, ctm: Matrix): Shape[] | 'unknown' {
  const [width, height] = [Number(entry(bitmap, 'width')), Number(entry(bitmap, 'height'))]
  const bits = listOf(entry(bitmap, 'data'))
  const bytes = Math.ceil(width / 8)
  if (!(width * height <= DOTS_MAX) || bits.length < bytes * height) return 'unknown'
  const isDrawn = (x: number, y: number) =>
    x < width && ((Number(bits[y * bytes + (x >> 3)]) >> (7 - (x & 7))) & 1) === 0
  const runs: Shape[] = []
  for (let y = 0; y < height; y += 1) {
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

function boxAround(areas: readonly Shape[]): number[] {
  return [Math.min, Math.min, Math.max, Math.max].map((best, side) =>
    areas.reduce((found, { box }) => best(found, box[side] ?? 0), best()),
  )
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
