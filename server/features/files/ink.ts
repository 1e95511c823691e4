import { listOf } from './operands.ts'
import type { Colour } from './paints.ts'

/** With what letters and areas are drawn. */
export interface Ink {
  /** The text rendering mode: with fill, stroke, both or neither. */
  mode: number
  alpha: number
  strokeAlpha: number
  /** A gradient has several. */
  fill: readonly Colour[]
  stroke: readonly Colour[]
  /** Drawn as it is, not blended with what lies beneath. */
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
  isPlain: true,
}

/** Colours that differ by less, of 765, look the same. */
const CONTRAST_MIN = 100
const FILL_MODES = [0, 2, 4, 6]
const STROKE_MODES = [1, 2, 5, 6]

/** Whether letters are told from what lies beneath them. */
export function standsOut({ mode, fill, stroke, alpha, strokeAlpha }: Ink, beneath: Colour): boolean {
  const told = (colours: readonly Colour[], opacity: number) =>
    colours.some((one) => opacity * contrast(one, beneath) >= CONTRAST_MIN)
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

/** The colours of a gradient; black where it is none, or a pattern that is not looked into. */
export function coloursOf(args: readonly unknown[], object: (name: string) => unknown): readonly Colour[] {
  if (args[0] !== 'Shading') return [BLACK]
  const stops = listOf(listOf(object(String(args[1])))[3]).map((stop) => listOf(stop)[1])
  const colours = stops.filter((stop) => typeof stop === 'string').map((stop) => colourOf([stop]))
  return colours.length === 0 ? [BLACK] : colours
}

/** The ink after a graphics state was set. */
export function graphicsOf(entries: unknown, { alpha, strokeAlpha, isPlain }: Ink) {
  const given = new Map(listOf(entries).map((entry) => [listOf(entry)[0], listOf(entry)[1]]))
  const [mode, mask] = [given.get('BM'), given.get('SMask')]
  return {
    alpha: Number(given.get('ca') ?? alpha),
    strokeAlpha: Number(given.get('CA') ?? strokeAlpha),
    isPlain:
      mode === undefined && mask === undefined
        ? isPlain
        : (mode === undefined || mode === 'source-over') &&
          (mask === undefined || mask === false || mask === null),
  }
}
