import type { Colour, Paint } from './paints.ts'

const WHITE: Colour = [255, 255, 255]
/** Cells a side: a paint is entered in those that its box meets, so that a point asks few of them. */
const GRID = 16
/** So many paints are asked on a page; an honest one needs a small part. What is left then counts as unseen. */
const LOOKS_MAX = 5_000_000

/** What was drawn on a page so far, found by place: the work grows with the page, not with its square. */
export class Painted {
  readonly #view: readonly number[]
  readonly #paints: Paint[] = []
  readonly #cells: number[][] = Array.from({ length: GRID * GRID }, () => [])
  #looks = 0

  constructor(view: readonly number[]) {
    this.#view = view
  }

  get count(): number {
    return this.#paints.length
  }

  add(paint: Paint): void {
    const place = this.#paints.push(paint) - 1
    const [left = 0, bottom = 0, right = 0, top = 0] = paint.box
    // A shape has a point to the nearest unit.
    const [fromColumn, toColumn] = [this.#column(left - 1), this.#column(right + 1)]
    const [fromRow, toRow] = [this.#row(bottom - 1), this.#row(top + 1)]
    for (let row = fromRow; row <= toRow; row += 1) {
      for (let column = fromColumn; column <= toColumn; column += 1) {
        this.#cells[row * GRID + column]?.push(place)
      }
    }
  }

  /** The topmost colour so far at a point; undefined where nobody can tell any more. */
  colourAt(x: number, y: number): Colour | undefined {
    const here = this.#here(x, y)
    for (let at = here.length - 1; at >= 0; at -= 1) {
      if (!this.#mayLook()) return undefined
      const colour = this.#paints[here[at] ?? 0]?.colourAt(x, y)
      if (colour !== undefined) return colour
    }
    return WHITE
  }

  /** Whether more than half of some places are covered by what was drawn after the first `after`, or nobody can tell. */
  isCovered(places: readonly (readonly [number, number])[], after: number): boolean {
    let covered = 0
    for (const [x, y] of places) {
      const here = this.#here(x, y)
      for (let at = here.length - 1; at >= 0 && (here[at] ?? 0) >= after; at -= 1) {
        if (!this.#mayLook()) return true
        const one = this.#paints[here[at] ?? 0]
        if (one?.covers !== true || one.colourAt(x, y) === undefined) continue
        covered += 1
        break
      }
    }
    return 2 * covered > places.length
  }

  #mayLook(): boolean {
    this.#looks += 1
    return this.#looks <= LOOKS_MAX
  }

  #here(x: number, y: number): readonly number[] {
    return this.#cells[this.#row(y) * GRID + this.#column(x)] ?? []
  }

  #column(x: number): number {
    return cellOf(x, this.#view[0] ?? 0, this.#view[2] ?? 0)
  }

  #row(y: number): number {
    return cellOf(y, this.#view[1] ?? 0, this.#view[3] ?? 0)
  }
}

/** What lies outside the page is found at its edge. */
function cellOf(value: number, from: number, to: number): number {
  const cell = Math.floor(((value - from) / (to - from)) * GRID)
  return Number.isNaN(cell) ? 0 : Math.min(GRID - 1, Math.max(0, cell))
}
