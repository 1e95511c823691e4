import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Colour, Shade } from './blended.ts'
import { listOf } from './operands.ts'
import { drawnShare, FIRST_PEN, type Pen } from './pen.ts'

/** With what letters and areas are drawn. */
export interface Ink extends Pen {
  /** The text rendering mode: with fill, stroke, both or neither. */
  mode: number
  alpha: number
  strokeAlpha: number
  /** A gradient or a pattern has several, or none. */
  fill: readonly Colour[]
  stroke: readonly Colour[]
  /** How it is blended with what lies beneath. */
  blend: string
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
  ...FIRST_PEN,
}

const FILL_MODES = [0, 2, 4, 6]
/** Whether letters are filled. */
export const isFilled = ({ mode }: Pick<Ink, 'mode'>): boolean => FILL_MODES.includes(mode)

const STROKE_MODES = [1, 2, 5, 6]
/** Outlines that are drawn for a smaller share of their way show no letter. */
const DASH_MIN = 0.25
/** An outline of more than this share of the letters' size hides what it goes round. */
const THICK = 0.15
/** The outline of a letter is about so many times as long as the letter is high. */
const OUTLINE = 3

/** The inks that letters of a size are drawn with, that size in the units of lines; none where nothing is drawn. */
export function inksOf(ink: Ink, size: number): Shade[] {
  const { mode, fill, stroke, alpha, strokeAlpha, width } = ink
  const isOutlined = STROKE_MODES.includes(mode) && drawnShare(ink, OUTLINE * Math.abs(size)) >= DASH_MIN
  const outlines = isOutlined ? stroke.map((colour): Shade => [...colour, strokeAlpha]) : []
  const isHidden = isOutlined && width > THICK * Math.abs(size) && strokeAlpha > 0.5
  const areas = FILL_MODES.includes(mode) && !isHidden ? fill : []
  return [...areas.map((colour): Shade => [...colour, alpha]), ...outlines]
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
export function graphicsOf(entries: unknown, { alpha, strokeAlpha, blend, ...pen }: Ink) {
  const given = givenIn(entries)
  const mode = given.get('BM')
  const [dash, phase] = listOf(given.get('D'))
  return {
    alpha: Number(given.get('ca') ?? alpha),
    strokeAlpha: Number(given.get('CA') ?? strokeAlpha),
    blend: typeof mode === 'string' ? mode : blend,
    width: Number(given.get('LW') ?? pen.width),
    cap: Number(given.get('LC') ?? pen.cap),
    dash: dash === undefined ? pen.dash : listOf(dash).map(Number),
    phase: dash === undefined ? pen.phase : Number(phase ?? 0),
  }
}

/** The entries of a graphics state by their key. */
export function givenIn(entries: unknown): ReadonlyMap<unknown, unknown> {
  return new Map(listOf(entries).map((entry) => [listOf(entry)[0], listOf(entry)[1]]))
}
