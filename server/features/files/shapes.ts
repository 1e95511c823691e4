import { at, boxAt, type Matrix } from './matrix.ts'

/** What a path encloses, its curves as lines. */
export interface Shape {
  /** Left, bottom, right and top. */
  box: readonly number[]
  /** Each closed line as x, y, x, y … */
  lines: readonly (readonly number[])[]
}

/** Points of a curve that stand for it. */
const CURVE_STEPS = 4

/** A path of pdf.js: 0 moves, 1 draws a line, 2 a curve of three points, 3 of two, 4 closes. */
export function shapeOf(ctm: Matrix, path: readonly number[]): Shape {
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
  return { box: boundsOf(lines), lines }
}

/** A rectangle, perhaps turned. */
export function boxShape(ctm: Matrix, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): Shape {
  const corners = [at(ctm, left, bottom), at(ctm, right, bottom), at(ctm, right, top), at(ctm, left, top)]
  return { box: boxAt(ctm, [left, bottom, right, top]), lines: [corners.flat()] }
}

/** Several shapes as one; of none, one that encloses nothing. */
export function together(shapes: readonly Shape[]): Shape {
  const lines = shapes.flatMap((shape) => shape.lines)
  return { box: boundsOf(lines), lines }
}

/** A letter's shape without what stands above or below its largest part: a mark, or a dot. */
export function bodyOf({ lines }: Shape): Shape {
  const boxes = lines.map((line) => ({ line, box: boundsOf([line]) }))
  const areaOf = ([left = 0, bottom = 0, right = 0, top = 0]: readonly number[]) =>
    (right - left) * (top - bottom)
  const [largest] = boxes.toSorted((a, b) => areaOf(b.box) - areaOf(a.box))
  const [, lowest = -Infinity, , topmost = Infinity] = largest?.box ?? []
  const kept = boxes
    .filter(({ box: [, bottom = 0, , top = 0] }) => bottom < topmost && top > lowest)
    .map(({ line }) => line)
  return { box: boundsOf(kept), lines: kept }
}

/** A shape after a transformation. */
export function shapeAt(m: Matrix, shape: Shape): Shape {
  const lines = shape.lines.map((line) => {
    const moved = new Array<number>(line.length)
    for (let place = 0; place + 1 < line.length; place += 2) {
      const [x, y] = [line[place] ?? 0, line[place + 1] ?? 0]
      moved[place] = m[0] * x + m[2] * y + m[4]
      moved[place + 1] = m[1] * x + m[3] * y + m[5]
    }
    return moved
  })
  return { box: boundsOf(lines), lines }
}

function boundsOf(lines: readonly (readonly number[])[]): number[] {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of lines) {
    for (let place = 0; place + 1 < line.length; place += 2) {
      const [x, y] = [line[place] ?? 0, line[place + 1] ?? 0]
      if (x < left) left = x
      if (x > right) right = x
      if (y < bottom) bottom = y
      if (y > top) top = y
    }
  }
  return [left, bottom, right, top]
}
