import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Sight } from './doubtful-letters.ts'
import { firstState, type State, stateAfter } from './drawing-state.ts'
import { stretchOf } from './glyphs.ts'
import { at, type Matrix, times } from './matrix.ts'
import { listOf, matrixOf } from './operands.ts'
import { type PageFont, pageFont } from './page-font.ts'
import type { Sheet } from './page-picture.ts'
import type { Shape } from './shapes.ts'
import { NO_INK } from './text-setting.ts'

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

/** A letter, or another sign, as a page's drawing has it. */
export interface Letter {
  unicode: string
  /** With marks where it looks otherwise than it says; see unlike.ts. */
  written: string
  /** How it looks, if it says one Latin letter. */
  sight: Sight | undefined
  /** Where it begins and ends, in points from the page's lower left corner, as it is turned to be read. */
  x: number
  y: number
  end: number
  /** The letters' size in points. */
  size: number
  /** That, by the shorter of height and breadth as they come to lie, in points as the page is read. */
  readSize: number
  /** What is drawn for it, of a size of 1, and what takes that to the picture. */
  shape: Shape | undefined
  place: Matrix
  /** Something is drawn for it, whether or not it is seen. */
  hasInk: boolean
  /** A new word begins with it, or it stands apart from those that were written before it. */
  isApart: boolean
  /** Which stretch of text it belongs to, of those of the page. */
  stretch: number
}

/** Where the letters of a page lie, in the order in which they are drawn. Follows pdf.js in what it takes which operator for. */
export function lettersOf(drawing: Drawing, sheet: Sheet, { object, isShown }: Resources): Letter[] {
  const letters: Letter[] = []
  const stack: State[] = []
  const layers: boolean[] = []
  let isOn = true
  let stretches = 0
  let state = firstState(sheet.matrix)
  const fonts = new Map<string, PageFont>()
  const fontOf = (name: string) => {
    const font = fonts.get(name) ?? pageFont(name, object)
    fonts.set(name, font)
    return font
  }
  const show = (glyphs: readonly unknown[]) => {
    const { letters: shown, next } = shownBy(glyphs, state, fontOf(state.font), sheet)
    for (const letter of shown) letters.push({ ...letter, stretch: stretches })
    stretches += 1
    state = { ...state, text: times(state.text, next) }
  }
  for (const [index, op] of drawing.fnArray.entries()) {
    const args = listOf(drawing.argsArray[index])
    switch (op) {
      case OPS.save:
        stack.push(state)
        break
      case OPS.restore:
        state = stack.pop() ?? state
        break
      case OPS.paintFormXObjectBegin:
      case OPS.beginGroup:
        // What is not shown is passed over, with all that it would change.
        if (!isOn) break
        stack.push(state)
        if (op === OPS.paintFormXObjectBegin && args[0] !== null && args[0] !== undefined)
          state = { ...state, ctm: times(state.ctm, matrixOf(listOf(args[0]))) }
        break
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
        if (isOn) state = stack.pop() ?? state
        break
      case OPS.beginMarkedContent:
        layers.push(true)
        break
      case OPS.beginMarkedContentProps:
        layers.push(args[0] !== 'OC' || isShown(args[1]))
        isOn = !layers.includes(false)
        break
      case OPS.endMarkedContent:
        layers.pop()
        isOn = !layers.includes(false)
        break
      case OPS.nextLineShowText:
        state = stateAfter(op, args, state)
        show(listOf(args[0]))
        break
      case OPS.showText:
      case OPS.showSpacedText:
        show(listOf(args[0]))
        break
      default:
        state = stateAfter(op, args, state)
    }
  }
  return letters
}

/** The letters that some glyphs of pdf.js are, drawn with a state, and where the text goes on. */
function shownBy(
  glyphs: readonly unknown[],
  state: State,
  font: PageFont,
  { height, scale, readingScale }: Sheet,
): { letters: Omit<Letter, 'stretch'>[]; next: Matrix } {
  const from = times(state.ctm, state.text)
  const { glyphs: set, size, next } = stretchOf(glyphs, state, font)
  const inPoints = (x: number, y: number): [number, number] => {
    const [across, down] = at(from, x, y)
    return [across / scale, (height - down) / scale]
  }
  const shared = {
    size: (size * Math.hypot(from[2], from[3])) / scale,
    readSize: shorterOf(times(from, [size * state.scale, 0, 0, size, 0, 0])) / readingScale,
    hasInk: state.mode !== NO_INK,
  }
  const letters = set.map(({ glyph, place, begin, end, isApart, isAside }) => {
    const [x, y] = inPoints(...begin)
    const { unicode, written, sight, outline } = glyph
    const shape = isAside ? undefined : outline?.shape
    return {
      unicode,
      written,
      sight,
      x,
      y,
      end: inPoints(...end)[0],
      ...shared,
      shape,
      place: times(from, place),
      isApart,
    }
  })
  return { letters, next }
}

/** The breadth of what becomes of a circle of breadth 1, where it is narrowest. */
function shorterOf([a, b, c, d]: Matrix): number {
  const [half, area] = [(a * a + b * b + c * c + d * d) / 2, a * d - b * c]
  return Math.sqrt(Math.max(0, half - Math.sqrt(Math.max(0, half * half - area * area))))
}
