import type { Colour, Shade } from './blended.ts'
import { at, boxAt, contains, type Matrix } from './matrix.ts'

/** What a path encloses, its curves as lines; in points of the page. */
export interface Shape {
  box: readonly number[]
  /** Each closed line as x, y, x, y … */
  lines: readonly (readonly number[])[]
  evenOdd: boolean
  points: number
}

/** Something drawn. */
export interface Paint {
  /** What is drawn at a point, after clips and masks; undefined where nothing is. */
  shadeAt: (x: number, y: number) => Shade | undefined
  /** How it is blended with what lies beneath, as pdf.js names it. */
  blend: string
  /** Where it may have a shade. */
  box: readonly number[]
  /** How much work a look at it is: the points of its shape, or so. */
  points: number
}

/** Points of a curve that stand for it. */
const CURVE_STEPS = 4

/** A path of pdf.js: 0 moves, 1 draws a line, 2 a curve of three points, 3 of two, 4 closes. */
export function shapeOf(ctm: Matrix, path: readonly number[], evenOdd: boolean): Shape {
  const lines: number[][] = []
  let line: number[] = []
  const to = (x: number, y: number) => line.push(...at(ctm, x, y))
  let [x, y] = [0, 0]
  for (let here = 0; here < path.length; ) {
    const number = (place: number) => path[here + place] ?? 0
    const op = number(0)
    if (op === 0 || op === 1) {
      if (op === 0) {
        line = []
        lines.push(line)
      }
      ;[x, y] = [number(1), number(2)]
      to(x, y)
      here += 3
    } else if (op === 2 || op === 3) {
      const [a, b] = [number(1), number(2)]
      const [c, d] = op === 2 ? [number(3), number(4)] : [a, b]
      const [e, f] = op === 2 ? [number(5), number(6)] : [number(3), number(4)]
      for (let step = 1; step <= CURVE_STEPS; step += 1) {
        const t = step / CURVE_STEPS
        const u = 1 - t
        to(
          u * u * u * x + 3 * u * u * t * a + 3 * u * t * t * c + t * t * t * e,
          u * u * u * y + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * f,
        )
      }
      ;[x, y] = [e, f]
      here += op === 2 ? 7 : 5
    } else here += 1
  }
  return { box: boundsOf(lines), lines, evenOdd, points: path.length }
}

/** A rectangle, perhaps turned. */
export function boxShape(ctm: Matrix, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): Shape {
  const corners = [at(ctm, left, bottom), at(ctm, right, bottom), at(ctm, right, top), at(ctm, left, top)]
  return { box: boxAt(ctm, [left, bottom, right, top]), lines: [corners.flat()], evenOdd: false, points: 8 }
}

function boundsOf(lines: readonly (readonly number[])[]): number[] {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of lines) {
    for (let place = 0; place + 1 < line.length; place += 2) {
      const [x, y] = [line[place] ?? 0, line[place + 1] ?? 0]
      ;[left, bottom, right, top] = [
        Math.min(left, x),
        Math.min(bottom, y),
        Math.max(right, x),
        Math.max(top, y),
      ]
    }
  }
  return [left, bottom, right, top]
}

/** Whether a point lies within, by how often its lines go round it. */
export function isWithin({ box, lines, evenOdd }: Shape, x: number, y: number): boolean {
  if (!contains(box, x, y)) return false
  let [turns, crossings] = [0, 0]
  for (const line of lines) {
    for (let place = 0; place + 1 < line.length; place += 2) {
      const next = place + 3 < line.length ? place + 2 : 0
      const [x1, y1] = [line[place] ?? 0, line[place + 1] ?? 0]
      const [x2, y2] = [line[next] ?? 0, line[next + 1] ?? 0]
      if (y1 > y === y2 > y || x >= x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) continue
      turns += y2 > y1 ? 1 : -1
      crossings += 1
    }
  }
  return evenOdd ? crossings % 2 === 1 : turns !== 0
}

/** An image as pdf.js decodes it: a bit, three or four bytes a point. */
interface Pixels {
  width: number
  height: number
  kind: number
  data: ArrayLike<number>
}

/** The colours of an image drawn into the unit square; undefined where it cannot be looked at. */
export function imageColours(ctm: Matrix, image: unknown): Paint['shadeAt'] | undefined {
  const pixels = pixelsOf(image)
  if (pixels === undefined) return undefined
  const { width, height, kind, data } = pixels
  return inSquare(ctm, width, height, (column, row) => {
    if (kind === 1) return bitAt(pixels, column, row) === 1 ? [255, 255, 255, 1] : [0, 0, 0, 1]
    const size = kind === 2 ? 3 : 4
    const from = (row * width + column) * size
    const own = size === 4 ? (data[from + 3] ?? 0) / 255 : 1
    return [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0, own]
  })
}

/** A stencil drawn into the unit square: the colour of the areas where its bits are none. Without one, all of it. */
export function stencilColours(
  ctm: Matrix,
  colour: Colour | undefined,
  stencil?: unknown,
): Paint['shadeAt'] | undefined {
  if (colour === undefined) return undefined
  const shade: Shade = [...colour, 1]
  if (stencil === undefined) return inSquare(ctm, 1, 1, () => shade)
  const pixels = pixelsOf(stencil, 1)
  if (pixels === undefined) return undefined
  return inSquare(ctm, pixels.width, pixels.height, (column, row) =>
    bitAt(pixels, column, row) === 0 ? shade : undefined,
  )
}

function bitAt({ width, data }: Pixels, column: number, row: number): number {
  return ((data[row * Math.ceil(width / 8) + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1
}

/** What stands at a point of the unit square, by column and row of what is drawn into it. */
function inSquare(
  ctm: Matrix,
  width: number,
  height: number,
  shadeOf: (column: number, row: number) => Shade | undefined,
): Paint['shadeAt'] | undefined {
  const determinant = ctm[0] * ctm[3] - ctm[1] * ctm[2]
  if (determinant === 0) return undefined
  return (x, y) => {
    const [dx, dy] = [x - ctm[4], y - ctm[5]]
    const u = (ctm[3] * dx - ctm[2] * dy) / determinant
    const v = (ctm[0] * dy - ctm[1] * dx) / determinant
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return undefined
    return shadeOf(Math.floor(u * width), Math.min(Math.floor((1 - v) * height), height - 1))
  }
}

function pixelsOf(image: unknown, unsaid?: number): Pixels | undefined {
  if (typeof image !== 'object' || image === null) return undefined
  const { width, height, kind = unsaid, data }: { [Key in keyof Pixels]?: unknown } = image
  if (typeof width !== 'number' || typeof height !== 'number' || typeof kind !== 'number') return undefined
  return data instanceof Uint8Array || data instanceof Uint8ClampedArray
    ? { width, height, kind, data }
    : undefined
}
