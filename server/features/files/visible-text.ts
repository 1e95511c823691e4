import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { shareOf } from './blended.ts'
import { FIRST_STATE, type State, stateAfter } from './drawing-state.ts'
import { drawText } from './drawn-text.ts'
import { GROUP_INK, type GroupOptions, Groups } from './groups.ts'
import { coloursOf } from './ink.ts'
import { boxAt, type Matrix, times, UNIT } from './matrix.ts'
import { listOf, matrixOf } from './operands.ts'
import { type PageFont, pageFont } from './page-font.ts'
import {
  boxShape,
  imageColours,
  isWithin,
  type Paint,
  type Shape,
  shapeOf,
  stencilColours,
} from './paints.ts'
import { type Drawn, type Sheet, seenIn } from './seen.ts'
import { strokeOf } from './strokes.ts'

/** A stretch of text on a page, as a reader would or would not see it; places in points from the page's corner. */
export interface Run {
  /** With marks where its letters look otherwise than they say; see unlike.ts. */
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
  /** An image, a shading, a font or a glyph's outline by its name; undefined where it is not there. */
  object: (name: string) => unknown
  /** Whether an optional layer is switched on. */
  isShown: (layer: unknown) => boolean
}

/**
 * The text of a page by its drawing, so that what is drawn invisibly is told from what is seen: without ink (rendering
 * mode 3 or 7, a dash that draws hardly anything), hardly told from what lies around it when all is drawn (by its colour,
 * transparency, blending or a soft mask; by areas, lines, pictures, stencils or gradients over it, which add up), smaller
 * than 3 points on a page of common size or squeezed so, outside a clip or the page, in a layer that is switched off, in a
 * font whose letters are empty, or under letters that fill their boxes or have the colour of what they lie on.
 * What an annotation hides is not found out, nor Type 3 letters and those of other alphabets that look otherwise than they say.
 */
export function runsOf(drawing: Drawing, sheet: Sheet, { object, isShown }: Resources): Run[] {
  const { view } = sheet
  const drawn: { run: Run; how: Drawn }[] = []
  const groups = new Groups(view)
  const layers: boolean[] = []
  let clipNext: 'no' | 'turns' | 'evenOdd' = 'no'
  const stack: State[] = []
  const depths: number[] = []
  let state: State = FIRST_STATE
  let [text, line]: Matrix[] = [UNIT, UNIT]
  const moveBy = (x: number, y: number) => {
    line = times(line ?? UNIT, [1, 0, 0, 1, x, y])
    text = line
  }
  const fonts = new Map<string, PageFont>()
  const fontOf = (name: string) => {
    const font = fonts.get(name) ?? pageFont(name, object)
    fonts.set(name, font)
    return font
  }
  /** Adds what was drawn, as far as it is seen. */
  const paint = (
    { shadeAt, box, points }: { [Key in 'shadeAt' | 'box' | 'points']: Paint[Key] | undefined },
    alpha = state.alpha,
  ) => {
    if (shadeAt === undefined || box === undefined || alpha === 0 || layers.includes(false)) return
    const { clips, mask, blend } = state
    groups.painted.add({
      box,
      blend,
      points: clips.reduce((sum, clip) => sum + clip.points, points ?? 1),
      shadeAt: (x, y) => {
        const shade = clips.every((clip) => isWithin(clip, x, y)) ? shadeAt(x, y) : undefined
        return shade === undefined ? undefined : shareOf(alpha * (mask?.(x, y) ?? 1), shade)
      },
    })
  }
  const paintSquare = (shadeAt: Paint['shadeAt'] | undefined) =>
    paint({ shadeAt, box: boxAt(state.ctm, [0, 0, 1, 1]), points: 1 })
  const paintArea = (shape: Shape) => {
    const [fill] = state.fill
    const { box, points } = shape
    if (fill !== undefined)
      paint({ shadeAt: (x, y) => (isWithin(shape, x, y) ? [...fill, 1] : undefined), box, points })
  }
  const show = (glyphs: readonly unknown[]) => {
    const { painted } = groups
    const stretch = drawText(glyphs, text ?? UNIT, state, fontOf(state.font), { sheet, painted })
    const { written, blank, isLarge, hiding, next, ...place } = stretch
    text = next
    for (const shape of hiding) paintArea(shape)
    const how = { ...place.how, own: painted.count - place.how.after }
    const isVisible = isLarge && groups.isSeen && !layers.includes(false)
    drawn.push({ run: { ...place, text: written, isVisible }, how })
    if (blank !== '') drawn.push({ run: { ...place, text: blank, isVisible: false }, how })
  }
  const paintPath = (how: number, path: readonly number[]) => {
    if (FILLS.includes(how)) paintArea(shapeOf(state.ctm, path, EVEN_ODD.includes(how)))
    const [stroke] = state.stroke
    if (!STROKES.includes(how) || stroke === undefined) return
    const outline = { shade: [...stroke, 1], isClosed: CLOSES.includes(how) } as const
    const line = strokeOf(state.ctm, path, state, outline)
    if (line !== undefined) paint(line, state.strokeAlpha)
  }
  const beginGroup = (options: GroupOptions) => {
    depths.push(stack.length)
    stack.push(state)
    const matrix =
      options.matrix === undefined || options.matrix === null ? UNIT : matrixOf(listOf(options.matrix))
    const bounds = listOf(options.bbox).map(Number)
    const clip = boxShape(times(state.ctm, matrix), bounds)
    const isOwn = groups.begin(options, { ...state, box: clip.box })
    state = { ...state, clips: [...state.clips, clip] }
    if (isOwn) state = { ...state, ...GROUP_INK, mask: undefined }
  }
  for (const [index, op] of drawing.fnArray.entries()) {
    const args = listOf(drawing.argsArray[index])
    const number = (place: number) => Number(args[place] ?? 0)
    switch (op) {
      case OPS.save:
        stack.push(state)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = stack.pop() ?? state
        break
      case OPS.paintFormXObjectBegin:
        stack.push(state)
        if (args[0] !== null && args[0] !== undefined) {
          state = { ...state, ctm: times(state.ctm, matrixOf(listOf(args[0]))) }
        }
        if (listOf(args[1]).length === 4) {
          state = { ...state, clips: [...state.clips, boxShape(state.ctm, listOf(args[1]).map(Number))] }
        }
        break
      case OPS.beginGroup:
        beginGroup(typeof args[0] === 'object' && args[0] !== null ? args[0] : {})
        break
      case OPS.endGroup: {
        groups.end()
        const depth = depths.pop() ?? 0
        state = stack[depth] ?? state
        stack.length = Math.min(stack.length, depth)
        break
      }
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
        if (path.length > 0) paintPath(number(0), path)
        if (clipNext !== 'no' && path.length > 0) {
          state = { ...state, clips: [...state.clips, shapeOf(state.ctm, path, clipNext === 'evenOdd')] }
        }
        clipNext = 'no'
        break
      }
      case OPS.paintImageXObject:
        paintSquare(imageColours(state.ctm, object(String(args[0]))))
        break
      case OPS.paintInlineImageXObject:
        paintSquare(imageColours(state.ctm, args[0]))
        break
      case OPS.paintSolidColorImageMask:
        paintSquare(stencilColours(state.ctm, state.fill[0]))
        break
      case OPS.paintImageMaskXObject: {
        const stencil = object(String(named(args[0])))
        paintSquare(stencilColours(state.ctm, state.fill[0], stencil ?? null))
        break
      }
      case OPS.shadingFill: {
        const [colour] = coloursOf(['Shading', ...args], object)
        if (colour !== undefined) paint({ shadeAt: () => [...colour, 1], box: view, points: 1 })
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
        state = stateAfter(op, args, state, { object, mask: groups.mask })
    }
  }
  return drawn.map(({ run, how }) => ({ ...run, isVisible: run.isVisible && seenIn(how) }))
}

/** The name of a stencil's bits. */
function named(stencil: unknown): unknown {
  return typeof stencil === 'object' && stencil !== null && 'data' in stencil ? stencil.data : undefined
}

const EVEN_ODD: readonly number[] = [OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke]
const FILLS: readonly number[] = [OPS.fill, OPS.fillStroke, OPS.closeFillStroke, ...EVEN_ODD]
const CLOSES: readonly number[] = [OPS.closeStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]
const STROKES: readonly number[] = [OPS.stroke, OPS.fillStroke, OPS.eoFillStroke, ...CLOSES]
