import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { at, boxAt, contains, type Matrix, times, UNIT } from './matrix.ts'

/** A stretch of text on a page, as a reader would or would not see it; places in points from the page's corner. */
export interface Run {
  text: string
  x: number
  y: number
  /** Where it ends. */
  end: number
  /** Height of its letters in points. */
  size: number
  isVisible: boolean
}

/** What pdf.js gives of a page's drawing. */
export interface Drawing {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

type Colour = readonly [number, number, number]
interface State {
  ctm: Matrix
  size: number
  spacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
  mode: number
  alpha: number
  fill: Colour
}

const WHITE: Colour = [255, 255, 255]
/** Smaller letters nobody reads. */
const SIZE_MIN = 3
/** Colours that differ by less, of 765, look the same. */
const CONTRAST_MIN = 60
const ALPHA_MIN = 0.1
const FILL_MODES = [0, 2, 4, 6]

/**
 * The text of a page by its drawing, so that what is drawn invisibly is told from what is seen: without ink (rendering
 * mode 3 or 7), transparent, in the colour of what lies beneath, smaller than 3 points, or beside the page. Text under
 * a picture or outside a clip is not found out.
 */
export function runsOf(drawing: Drawing, view: readonly number[]): Run[] {
  const runs: Run[] = []
  const filled: { box: readonly number[]; colour: Colour }[] = []
  const stack: State[] = []
  let state: State = {
    ctm: UNIT,
    size: 0,
    spacing: 0,
    wordSpacing: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
    alpha: 1,
    fill: [0, 0, 0],
  }
  let [text, line]: Matrix[] = [UNIT, UNIT]
  const moveBy = (x: number, y: number) => {
    line = times(line ?? UNIT, [1, 0, 0, 1, x, y])
    text = line
  }
  const show = (glyphs: readonly unknown[]) => {
    let written = ''
    const from = times(state.ctm, text ?? UNIT)
    let width = 0
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        width -= (glyph / 1000) * state.size
        if (glyph < -180) written += ' '
        continue
      }
      const { unicode, width: own, isSpace } = glyphOf(glyph)
      written += unicode
      width += (own / 1000) * state.size + state.spacing + (isSpace ? state.wordSpacing : 0)
    }
    const advance = width * state.scale
    const [x, y] = at(from, 0, state.rise)
    const [end] = at(from, advance, state.rise)
    const size = state.size * Math.hypot(from[2], from[3])
    text = times(text ?? UNIT, [1, 0, 0, 1, advance, 0])
    const beneath = filled.findLast(({ box }) => contains(box, x, y))?.colour ?? WHITE
    const isVisible =
      state.mode !== 3 &&
      state.mode !== 7 &&
      state.alpha >= ALPHA_MIN &&
      size >= SIZE_MIN &&
      contains(view, x, y) &&
      (!FILL_MODES.includes(state.mode) || contrast(state.fill, beneath) >= CONTRAST_MIN)
    runs.push({ text: written, x, y, end, size, isVisible })
  }
  for (const [index, op] of drawing.fnArray.entries()) {
    const args = listOf(drawing.argsArray[index])
    const number = (place: number) => Number(args[place] ?? 0)
    switch (op) {
      case OPS.save:
        stack.push({ ...state })
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = stack.pop() ?? state
        break
      case OPS.transform:
        state = { ...state, ctm: times(state.ctm, matrixOf(args)) }
        break
      case OPS.paintFormXObjectBegin:
        stack.push({ ...state })
        if (args[0] !== null && args[0] !== undefined) {
          state = { ...state, ctm: times(state.ctm, matrixOf(listOf(args[0]))) }
        }
        break
      case OPS.beginText:
        text = UNIT
        line = UNIT
        break
      case OPS.setTextMatrix:
        line = matrixOf(args)
        text = line
        break
      case OPS.moveText:
        moveBy(number(0), number(1))
        break
      case OPS.setLeadingMoveText:
        state = { ...state, leading: -number(1) }
        moveBy(number(0), number(1))
        break
      case OPS.nextLine:
        moveBy(0, -state.leading)
        break
      case OPS.setFont:
        state = { ...state, size: number(1) }
        break
      case OPS.setCharSpacing:
        state = { ...state, spacing: number(0) }
        break
      case OPS.setWordSpacing:
        state = { ...state, wordSpacing: number(0) }
        break
      case OPS.setHScale:
        state = { ...state, scale: number(0) / 100 }
        break
      case OPS.setLeading:
        state = { ...state, leading: number(0) }
        break
      case OPS.setTextRise:
        state = { ...state, rise: number(0) }
        break
      case OPS.setTextRenderingMode:
        state = { ...state, mode: number(0) }
        break
      case OPS.setFillRGBColor:
        state = { ...state, fill: colourOf(args) }
        break
      case OPS.setGState:
        state = { ...state, alpha: alphaIn(args[0], state.alpha) }
        break
      case OPS.constructPath: {
        const box = fillBox(args)
        if (box !== undefined && state.alpha >= 0.5)
          filled.push({ box: boxAt(state.ctm, box), colour: state.fill })
        break
      }
      case OPS.showText:
      case OPS.showSpacedText:
        show(listOf(args[0]))
        break
      case OPS.nextLineShowText:
        moveBy(0, -state.leading)
        show(listOf(args[0]))
        break
    }
  }
  return runs
}

function contrast(a: Colour, b: Colour): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float32Array) : []
}

/** Six numbers, or a list that holds them as its first. */
function matrixOf(args: readonly unknown[]): Matrix {
  const six = (args.length >= 6 ? args : listOf(args[0])).map(Number)
  return [six[0] ?? 1, six[1] ?? 0, six[2] ?? 0, six[3] ?? 1, six[4] ?? 0, six[5] ?? 0]
}

/** "#rrggbb" or three bytes. */
function colourOf(args: readonly unknown[]): Colour {
  const [first] = args
  if (typeof first === 'string') {
    const value = Number.parseInt(first.slice(1), 16)
    return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
  }
  return [Number(args[0] ?? 0), Number(args[1] ?? 0), Number(args[2] ?? 0)]
}

function alphaIn(entries: unknown, before: number): number {
  const alpha = listOf(entries).find((entry) => listOf(entry)[0] === 'ca')
  return alpha === undefined ? before : Number(listOf(alpha)[1])
}

const FILLS: readonly number[] = [OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke]

/** The bounds of a path that is filled; pdf.js gives the painting with the path. */
function fillBox(args: readonly unknown[]): readonly number[] | undefined {
  const box = listOf(args[2]).map(Number)
  return FILLS.includes(Number(args[0])) && box.length === 4 ? box : undefined
}

function glyphOf(glyph: unknown): { unicode: string; width: number; isSpace: boolean } {
  if (typeof glyph !== 'object' || glyph === null) return { unicode: '', width: 0, isSpace: false }
  const { unicode, width, isSpace }: { unicode?: unknown; width?: unknown; isSpace?: unknown } = glyph
  return {
    unicode: typeof unicode === 'string' ? unicode : '',
    width: typeof width === 'number' ? width : 0,
    isSpace: isSpace === true,
  }
}
