import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { blended } from './blended.ts'
import { listOf } from './operands.ts'
import type { Colour } from './paints.ts'

/** With what letters and areas are drawn. */
export interface Ink {
  /** The text rendering mode: with fill, stroke, both or neither. */
  mode: number
  alpha: number
  strokeAlpha: number
  /** A gradient or a pattern has several, or none. */
  fill: readonly Colour[]
  stroke: readonly Colour[]
  /** How it is blended with what lies beneath. */
  blend: string
  /** Drawn as it is, neither blended nor masked. */
  isPlain: boolean
}

const BLACK: Colour = [0, 0, 0]

/** As a page begins. */
export const FIRST_INK: Ink = {
  mode: 0,
  alpha: 1,
  strokeAlpha: 1,
  fill: [BLACK],
  stroke: [BLACK],
  blend: 'source-over',
  isPlain: true,
}

/** Colours that differ by less, of 765, look the same. */
const CONTRAST_MIN = 100
const FILL_MODES = [0, 2, 4, 6]
const STROKE_MODES = [1, 2, 5, 6]

/** Whether letters are told from what lies beneath them. */
export function standsOut({ mode, fill, stroke, alpha, strokeAlpha, blend }: Ink, beneath: Colour): boolean {
  const told = (colours: readonly Colour[], opacity: number) =>
    colours.some((one) => opacity * contrast(blended(blend, one, beneath), beneath) >= CONTRAST_MIN)
  return (
    (FILL_MODES.includes(mode) && told(fill, alpha)) ||
    (STROKE_MODES.includes(mode) && told(stroke, strokeAlpha))
  )
}

function contrast(a: Colour, b: Colour): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])
}

/** "#rrggbb" or three bytes. */
export function colourOf(args: readonly unknown[]): Colour {
  const [first] = args
  if (typeof first === 'string') {
    const value = Number.parseInt(first.slice(1), 16)
    return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
  }
  return [Number(args[0] ?? 0), Number(args[1] ?? 0), Number(args[2] ?? 0)]
}

/** The colours of a gradient or a pattern; black where a gradient says none. */
export function coloursOf(args: readonly unknown[], object: (name: string) => unknown): readonly Colour[] {
  if (args[0] === 'TilingPattern') return patternColours(args)
  if (args[0] !== 'Shading') return [BLACK]
  const stops = listOf(listOf(object(String(args[1])))[3]).map((stop) => listOf(stop)[1])
  const colours = stops.filter((stop) => typeof stop === 'string').map((stop) => colourOf([stop]))
  return colours.length === 0 ? [BLACK] : colours
}

/** The colours that a tile is drawn in, letters and pictures too, which are taken for black; none of an empty one. */
function patternColours([, given, list]: readonly unknown[]): readonly Colour[] {
  const [fns, operands] =
    typeof list === 'object' && list !== null && 'fnArray' in list && 'argsArray' in list
      ? [listOf(list.fnArray), listOf(list.argsArray)]
      : [[], []]
  const own = given === null || given === undefined ? BLACK : colourOf(Array.isArray(given) ? given : [given])
  let [fill, stroke] = [own, own]
  const drawn: Colour[] = []
  for (const [at, op] of fns.entries()) {
    const args = listOf(operands[at])
    if (op === OPS.setFillRGBColor) fill = colourOf(args)
    else if (op === OPS.setStrokeRGBColor) stroke = colourOf(args)
    else if (op === OPS.constructPath) drawn.push(...pathColours(Number(args[0]), fill, stroke))
    else if (DRAWN.includes(Number(op))) drawn.push(BLACK)
  }
  return drawn
}

const FILLS: readonly number[] = [OPS.fill, OPS.eoFill]
const STROKES: readonly number[] = [OPS.stroke, OPS.closeStroke]
const BOTH: readonly number[] = [OPS.fillStroke, OPS.closeFillStroke, OPS.eoFillStroke, OPS.closeEOFillStroke]
const DRAWN: readonly number[] = [
  OPS.showText,
  OPS.showSpacedText,
  OPS.shadingFill,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
]

function pathColours(paint: number, fill: Colour, stroke: Colour): Colour[] {
  if (BOTH.includes(paint)) return [fill, stroke]
  if (FILLS.includes(paint)) return [fill]
  return STROKES.includes(paint) ? [stroke] : []
}

/** The ink after a graphics state was set. */
export function graphicsOf(entries: unknown, { alpha, strokeAlpha, blend, isPlain }: Ink) {
  const given = new Map(listOf(entries).map((entry) => [listOf(entry)[0], listOf(entry)[1]]))
  const [mode, mask] = [given.get('BM'), given.get('SMask')]
  return {
    alpha: Number(given.get('ca') ?? alpha),
    strokeAlpha: Number(given.get('CA') ?? strokeAlpha),
    blend: typeof mode === 'string' ? mode : blend,
    isPlain:
      mode === undefined && mask === undefined
        ? isPlain
        : (mode === undefined || mode === 'source-over') &&
          (mask === undefined || mask === false || mask === null),
  }
}
