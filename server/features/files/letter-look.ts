import type { Shape } from './shapes.ts'

/** Cells a side that a letter's box is divided into. */
const SIDE = 8
/** Lines that are looked along in each row of cells. */
const LINES = 4

/** What a letter looks like, of a size of 1: the ink of its box cell by cell, of length 1 together, and where the box is. */
export interface Look {
  ink: Float64Array
  width: number
  height: number
  bottom: number
  /** The box is told in the letters' size; of a drawing it is not known how large a letter it is. */
  isScaled: boolean
}

/** What an outline looks like; undefined where it encloses nothing. */
export function lookOf({ box, lines }: Shape): Look | undefined {
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const [width, height] = [right - left, top - bottom]
  if (!(width > 0 && height > 0)) return undefined
  const cells = new Float64Array(SIDE * SIDE)
  for (let row = 0; row < SIDE * LINES; row += 1) {
    const y = bottom + ((row + 0.5) / (SIDE * LINES)) * height
    for (const [from, to] of spansAt(lines, y)) {
      addInk(cells, Math.floor(row / LINES), (from - left) / width, (to - left) / width)
    }
  }
  const ink = unit(blurred(cells))
  return ink === undefined ? undefined : { ink, width, height, bottom, isScaled: true }
}

/** Where a level lies within closed lines, by how often they go round it. */
function spansAt(lines: Shape['lines'], y: number): [from: number, to: number][] {
  const crossings: { x: number; turn: number }[] = []
  for (const line of lines) {
    for (let place = 0; place + 1 < line.length; place += 2) {
      const next = place + 3 < line.length ? place + 2 : 0
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [line[place], line[place + 1], line[next], line[next + 1]]
      if (y1 > y === y2 > y) continue
      crossings.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y2 > y1 ? 1 : -1 })
    }
  }
  crossings.sort((a, b) => a.x - b.x)
  let turns = 0
  return crossings.flatMap(({ x, turn }, at): [number, number][] => {
    turns += turn
    const next = crossings[at + 1]
    return turns !== 0 && next !== undefined ? [[x, next.x]] : []
  })
}

/** Adds what a span, in shares of the box's breadth, covers of each cell of a row. */
function addInk(cells: Float64Array, row: number, from: number, to: number): void {
  for (let column = Math.floor(from * SIDE); column < Math.min(SIDE, to * SIDE); column += 1) {
    const covered = Math.min(to * SIDE, column + 1) - Math.max(from * SIDE, column)
    cells[row * SIDE + column] = (cells[row * SIDE + column] ?? 0) + covered
  }
}

/** Each cell with its neighbours, so that a stroke a little beside its place is near. */
function blurred(cells: Float64Array): Float64Array {
  const steps = [-1, 0, 1]
  return cells.map((_, at) => {
    const [column, row] = [at % SIDE, Math.floor(at / SIDE)]
    let [sum, weights] = [0, 0]
    for (const down of steps) {
      for (const across of steps) {
        const [x, y] = [column + across, row + down]
        if (x < 0 || x >= SIDE || y < 0 || y >= SIDE) continue
        const weight = (2 - Math.abs(across)) * (2 - Math.abs(down))
        sum += weight * (cells[y * SIDE + x] ?? 0)
        weights += weight
      }
    }
    return sum / weights
  })
}

function unit(cells: Float64Array): Float64Array | undefined {
  const length = Math.hypot(...cells)
  return length > 0 ? cells.map((one) => one / length) : undefined
}

/** How far two looks are from each other: ink first, then proportions, and, as far as known, where they stand on the line. */
export function distance(a: Look, b: Look): number {
  let ink = 0
  for (let at = 0; at < a.ink.length; at += 1) ink += ((a.ink[at] ?? 0) - (b.ink[at] ?? 0)) ** 2
  const proportions = Math.log((a.width * b.height) / (a.height * b.width))
  const far = ink + 0.15 * proportions ** 2
  if (!a.isScaled || !b.isScaled) return far
  return far + 1.2 * (a.bottom - b.bottom) ** 2 + 0.5 * (a.height - b.height) ** 2
}
