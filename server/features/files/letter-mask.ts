import type { Shape } from './shapes.ts'

/** Lines that are looked along in each row of pixels. */
const LINES = 4
/** Pixels around a letter that are looked at, to see it stand out. */
export const PAD = 2

/** Where a letter's ink is to be on a picture, pixel by pixel. */
export interface Mask {
  /** The upper left pixel. */
  left: number
  top: number
  width: number
  height: number
  /** How much of each pixel is covered, 0 to 255, row by row. */
  ink: Uint8Array
}

/** The bounds of a picture in pixels. */
interface Bounds {
  width: number
  height: number
}

/**
 * A shape as it covers pixels, with {@link PAD} pixels around it; undefined where it covers none, and where more than half
 * of it lies outside the picture. What its lines go round as often to the left as to the right is not covered.
 */
export function maskOf({ box, lines }: Shape, bounds: Bounds): Mask | undefined {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box
  const [left, right] = within(x1, x2, bounds.width)
  const [top, bottom] = within(y1, y2, bounds.height)
  const [width, height] = [right - left, bottom - top]
  if (!(width > 0 && height > 0)) return undefined
  const sums = new Float32Array(width + 2)
  const crossings = crossingsOf(lines, top, height)
  const ink = new Uint8Array(width * height)
  const row = new Float32Array(width)
  for (let y = 0; y < height; y += 1) {
    row.fill(0)
    let isCrossed = false
    for (let line = y * LINES; line < (y + 1) * LINES; line += 1) {
      const here = crossings[line]
      if (here === undefined) continue
      isCrossed = true
      addLine(row, sums, here, left)
    }
    if (!isCrossed) continue
    for (let x = 0; x < width; x += 1) ink[y * width + x] = Math.round((255 / LINES) * (row[x] ?? 0))
  }
  return { left, top, width, height, ink }
}

/** The pixels from one place to another and some around, as far as there are any; none where half of them are not there. */
function within(from: number, to: number, most: number): [from: number, to: number] {
  const inside = Math.min(to, most) - Math.max(from, 0)
  if (!(inside >= 0 && 2 * inside >= to - from)) return [0, 0]
  return [Math.max(0, Math.floor(from) - PAD), Math.min(most, Math.ceil(to) + PAD)]
}

/** Where closed lines cross each of the levels that are looked along, and which way: x, 1 or -1, x, … */
function crossingsOf(lines: Shape['lines'], top: number, height: number): (number[] | undefined)[] {
  const levels = new Array<number[] | undefined>(height * LINES)
  for (const line of lines) {
    for (let place = 0; place + 1 < line.length; place += 2) {
      const next = place + 3 < line.length ? place + 2 : 0
      const [x1, y1] = [line[place] ?? 0, ((line[place + 1] ?? 0) - top) * LINES - 0.5]
      const [x2, y2] = [line[next] ?? 0, ((line[next + 1] ?? 0) - top) * LINES - 0.5]
      if (y1 === y2) continue
      const turn = y2 > y1 ? 1 : -1
      const slope = (x2 - x1) / (y2 - y1)
      const last = Math.min(levels.length - 1, Math.ceil(Math.max(y1, y2)) - 1)
      for (let level = Math.max(0, Math.ceil(Math.min(y1, y2))); level <= last; level += 1) {
        const x = x1 + (level - y1) * slope
        const found = levels[level]
        if (found === undefined) levels[level] = [x, turn]
        else found.push(x, turn)
      }
    }
  }
  return levels
}

/** Adds to a row of pixels what is covered along one level. `sums` is a place to work in, empty before and after. */
function addLine(row: Float32Array, sums: Float32Array, crossings: readonly number[], left: number): void {
  const width = row.length
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const x = Math.min(Math.max((crossings[at] ?? 0) - left, 0), width)
    const turn = crossings[at + 1] ?? 0
    const pixel = Math.floor(x)
    const share = x - pixel
    sums[pixel] = (sums[pixel] ?? 0) + turn * (1 - share)
    sums[pixel + 1] = (sums[pixel + 1] ?? 0) + turn * share
  }
  let turns = 0
  for (let x = 0; x < width; x += 1) {
    turns += sums[x] ?? 0
    row[x] = (row[x] ?? 0) + Math.min(1, Math.abs(turns))
  }
  sums.fill(0)
}

/** Where a letter's ink would be if only its outline were drawn, about a pixel to each side. */
export function outlineOf({ width, height, ink, ...place }: Mask): Mask {
  const edges = new Uint8Array(ink.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [least, most] = [255, 0]
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const one = ink[row * width + column] ?? 0
          if (one < least) least = one
          if (one > most) most = one
        }
      }
      edges[y * width + x] = most - least
    }
  }
  return { ...place, width, height, ink: edges }
}
