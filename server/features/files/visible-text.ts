import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { writtenOf } from './glyphs.ts'
import { colourOf, coloursOf, FIRST_INK, graphicsOf, type Ink, standsOut } from './ink.ts'
import { at, boxAt, contains, type Matrix, times, UNIT } from './matrix.ts'
import { listOf, matrixOf } from './operands.ts'
import { Painted } from './painted.ts'
import {
  boxShape,
  imageColours,
  isWithin,
  type Paint,
  type Shape,
  shapeOf,
  stencilColours,
} from './paints.ts'
import { FIRST_SETTING, settingAfter, type TextSetting } from './text-setting.ts'

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

/** What a page's drawing refers to. */
export interface Resources {
  /** An image or a shading by its name; undefined where it is not there. */
  object: (name: string) => unknown
  /** Whether an optional layer is switched on. */
  isShown: (layer: unknown) => boolean
}

interface State extends Ink, TextSetting {
  ctm: Matrix
  clips: readonly Shape[]
}

/** Smaller letters nobody reads. */
const SIZE_MIN = 3
/** Letters that move on by less of their size lie upon each other. */
const ADVANCE_MIN = 0.1
/** Of a stretch of text so many places are looked at, and half of them must be seen. */
const PLACES_MAX = 16

/** A run, and where it may be covered by what is drawn later. */
interface Drawn {
  run: Run
  places: readonly (readonly [number, number])[]
  /** How many paints were there before it. */
  after: number
}

/**
 * The text of a page by its drawing, so that what is drawn invisibly is told from what is seen: without ink (rendering
 * mode 3 or 7), transparent, in the colour of what lies beneath or blended into it, covered later by an area, a picture, a stencil or a gradient, smaller than 3
 * points or squeezed so, outside a clip or the page, or in a layer that is switched off. What a soft mask, a thick line,
 * letters, an annotation or a font whose letters look otherwise than they say hides is not found out.
 */
export function runsOf(drawing: Drawing, view: readonly number[], { object, isShown }: Resources): Run[] {
  const drawn: Drawn[] = []
  const painted = new Painted(view)
  const layers: boolean[] = []
  let clipNext: 'no' | 'turns' | 'evenOdd' = 'no'
  const stack: State[] = []
  let state: State = { ctm: UNIT, clips: [], ...FIRST_SETTING, ...FIRST_INK }
  let [text, line]: Matrix[] = [UNIT, UNIT]
  const moveBy = (x: number, y: number) => {
    line = times(line ?? UNIT, [1, 0, 0, 1, x, y])
    text = line
  }
  const show = (glyphs: readonly unknown[]) => {
    const from = times(state.ctm, text ?? UNIT)
    const { written, width } = writtenOf(glyphs, state)
    const advance = width * state.scale
    const [x, y] = at(from, 0, state.rise)
    const [end, endY] = at(from, advance, state.rise)
    const size = state.size * Math.hypot(from[2], from[3])
    const broad = Math.abs(state.size * state.scale) * Math.hypot(from[0], from[1])
    text = times(text ?? UNIT, [1, 0, 0, 1, advance, 0])
    const letters = written.trim().length
    const count = Math.min(PLACES_MAX, Math.max(1, letters))
    const places = Array.from({ length: count }, (_, place) =>
      at(from, (advance * (place + 0.5)) / count, state.rise + 0.3 * state.size),
    )
    const isPiled = letters > 3 && Math.hypot(end - x, endY - y) < ADVANCE_MIN * size * letters
    const isDrawn = Math.min(size, broad) >= SIZE_MIN && !isPiled && layers.every((shown) => shown)
    const { clips } = state
    const seen = places.filter(([px, py]) => {
      if (!contains(view, px, py) || !clips.every((clip) => isWithin(clip, px, py))) return false
      const beneath = painted.colourAt(px, py)
      return beneath !== undefined && standsOut(state, beneath)
    })
    const run = { text: written, x, y, end, size, isVisible: isDrawn && 2 * seen.length >= count }
    drawn.push({ run, places: seen.length === 0 ? places : seen, after: painted.count })
  }
  /** Adds what was drawn, as far as it is seen. */
  const paint = (colourAt: Paint['colourAt'] | undefined, box: readonly number[]) => {
    if (colourAt === undefined || state.alpha < 0.5 || layers.includes(false)) return
    const { clips } = state
    painted.add({
      box,
      colourAt: (x, y) => (clips.every((clip) => isWithin(clip, x, y)) ? colourAt(x, y) : undefined),
      covers: state.isPlain && state.alpha > 0.9,
    })
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
        if (listOf(args[1]).length === 4) {
          state = { ...state, clips: [...state.clips, boxShape(state.ctm, listOf(args[1]).map(Number))] }
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
      case OPS.setFillRGBColor:
        state = { ...state, fill: [colourOf(args)] }
        break
      case OPS.setStrokeRGBColor:
        state = { ...state, stroke: [colourOf(args)] }
        break
      case OPS.setFillColorN:
        state = { ...state, fill: coloursOf(args, object) }
        break
      case OPS.setStrokeColorN:
        state = { ...state, stroke: coloursOf(args, object) }
        break
      case OPS.setGState:
        state = { ...state, ...graphicsOf(args[0], state) }
        break
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps:
        layers.push(args[0] !== 'OC' || isShown(args[1]))
        break
      case OPS.endMarkedContent:
        layers.pop()
        break
      case OPS.clip:
      case OPS.eoClip:
        clipNext = op === OPS.clip ? 'turns' : 'evenOdd'
        break
      case OPS.constructPath: {
        const path = listOf(listOf(args[1])[0]).map(Number)
        const [colour] = state.fill
        if (FILLS.includes(Number(args[0])) && colour !== undefined && path.length > 0) {
          const shape = shapeOf(state.ctm, path, EVEN_ODD.includes(Number(args[0])))
          paint((x, y) => (isWithin(shape, x, y) ? colour : undefined), shape.box)
        }
        if (clipNext !== 'no' && path.length > 0) {
          state = { ...state, clips: [...state.clips, shapeOf(state.ctm, path, clipNext === 'evenOdd')] }
        }
        clipNext = 'no'
        break
      }
      case OPS.paintImageXObject:
        paint(imageColours(state.ctm, object(String(args[0]))), boxAt(state.ctm, UNIT_BOX))
        break
      case OPS.paintInlineImageXObject:
        paint(imageColours(state.ctm, args[0]), boxAt(state.ctm, UNIT_BOX))
        break
      case OPS.paintSolidColorImageMask:
        paint(stencilColours(state.ctm, state.fill[0]), boxAt(state.ctm, UNIT_BOX))
        break
      case OPS.paintImageMaskXObject: {
        const stencil = object(String(named(args[0])))
        paint(stencilColours(state.ctm, state.fill[0], stencil ?? null), boxAt(state.ctm, UNIT_BOX))
        break
      }
      case OPS.shadingFill: {
        const [colour] = coloursOf(['Shading', ...args], object)
        paint(() => colour, view)
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
      default:
        state = { ...state, ...settingAfter(op, args) }
    }
  }
  return drawn.map(({ run, places, after }) => ({
    ...run,
    isVisible: run.isVisible && !painted.isCovered(places, after),
  }))
}

/** The name of a stencil's bits. */
function named(stencil: unknown): unknown {
  return typeof stencil === 'object' && stencil !== null && 'data' in stencil ? stencil.data : undefined
}

/** Where a picture is drawn. */
const UNIT_BOX = [0, 0, 1, 1]
const EVEN_ODD: readonly number[] = [OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke]
const FILLS: readonly number[] = [OPS.fill, OPS.fillStroke, OPS.closeFillStroke, ...EVEN_ODD]
