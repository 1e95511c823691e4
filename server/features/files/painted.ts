import { NOTHING, over, type Shade, shareOf, WHITE } from './blended.ts'
import { contains } from './matrix.ts'
import type { Paint } from './paints.ts'

/** Cells a side: a paint is entered in those that its box meets, so that a point asks few of them. */
const GRID = 16
/** With fewer paints cells are not worth their room: a page may have many small groups. */
const GRID_FROM = 32
/** What hides so much hides all. */
const OPAQUE = 0.995
/** So many points of shapes are compared on a page; an honest one needs a small part. What is left then counts as unseen. */
const EFFORT_MAX = 150_000_000

/** How much may still be looked at on a page, in all its groups. */
export class Effort {
  #left: number

  constructor(most = EFFORT_MAX) {
    this.#left = most
  }

  spend(points: number): boolean {
    this.#left -= points
    return this.#left >= 0
  }
}

/** Where a group of paints is drawn into what holds it. */
interface Within {
  painted: Painted
  /** Its place among the paints there. */
  place: number
  /** What of it is let through at a point, 0 to 1. */
  shareAt: (x: number, y: number) => number
  blend: string
}

/**
 * What was drawn on a page, or in a transparency group on it, found by place: the work grows with the page, not with its
 * square.
 */
export class Painted {
  readonly #view: readonly number[]
  readonly #effort: Effort
  readonly #ground: Shade
  readonly #paints: Paint[] = []
  readonly #all: number[] = []
  #cells: number[][] | undefined
  /** Unset for the page, and for a group that is not drawn yet. */
  within: Within | undefined

  constructor(view: readonly number[], effort = new Effort(), ground: Shade = WHITE) {
    this.#view = view
    this.#effort = effort
    this.#ground = ground
  }

  get count(): number {
    return this.#paints.length
  }

  add(paint: Paint): void {
    const place = this.#paints.push(paint) - 1
    this.#all.push(place)
    if (this.#cells !== undefined) this.#enter(this.#cells, paint, place)
    else if (place >= GRID_FROM) {
      const cells = Array.from({ length: GRID * GRID }, (): number[] => [])
      for (const [at, one] of this.#paints.entries()) this.#enter(cells, one, at)
      this.#cells = cells
    }
  }

  /** All that is seen at a point; undefined where nobody can tell any more. */
  shadeAt(x: number, y: number): Shade | undefined {
    return this.#withTops(x, y, [this.count, this.count], [(base) => base])?.[0]
  }

  /**
   * What is seen on the page at a point with nothing drawn there between two places among the paints, then with each of
   * some inks, all that was drawn later, here and around this group, lying over it; undefined where nobody can tell any more.
   */
  seenWith(
    x: number,
    y: number,
    between: readonly [number, number],
    inks: readonly Shade[],
    blend: string,
  ): Shade[] | undefined {
    const tops = [NOTHING, ...inks].map((ink) => (base: Shade) => over(base, ink, blend))
    return this.#around(x, y, this.#withTops(x, y, between, tops))
  }

  /** What is seen on the page where a group shows some shades. */
  #around(x: number, y: number, shades: Shade[] | undefined): Shade[] | undefined {
    if (this.within === undefined || shades === undefined) return shades
    const { painted, place, shareAt, blend } = this.within
    const share = shareAt(x, y)
    const tops = shades.map((shade) => (base: Shade) => over(base, shareOf(share, shade), blend))
    return painted.#around(x, y, painted.#withTops(x, y, [place, place + 1], tops))
  }

  /** What is seen with each of some tops over what lies below a place, and what lies above another over that. */
  #withTops(
    x: number,
    y: number,
    [below, above]: readonly [number, number],
    tops: readonly ((base: Shade) => Shade)[],
  ): Shade[] | undefined {
    const here = this.#here(x, y)
    let base = this.#ground
    const beneath: { shade: Shade; blend: string }[] = []
    const later: { shade: Shade; blend: string }[] = []
    for (let at = here.length - 1; at >= 0; at -= 1) {
      const place = here[at] ?? 0
      if (place >= below && place < above) continue
      const paint = this.#paints[place]
      if (!this.#effort.spend(1)) return undefined
      if (paint === undefined || !contains(paint.box, x, y)) continue
      if (!this.#effort.spend(paint.points)) return undefined
      const shade = paint.shadeAt(x, y)
      if (shade === undefined || shade[3] === 0) continue
      const isEnd = shade[3] >= OPAQUE && paint.blend === 'source-over'
      if (place >= above && isEnd) return tops.map(() => shade)
      ;(place >= above ? later : beneath).push({ shade, blend: paint.blend })
      if (isEnd) break
    }
    for (const { shade, blend } of beneath.reverse()) base = over(base, shade, blend)
    later.reverse()
    return tops.map((top) => later.reduce((seen, { shade, blend }) => over(seen, shade, blend), top(base)))
  }

  #enter(cells: number[][], { box }: Paint, place: number): void {
    const [left = 0, bottom = 0, right = 0, top = 0] = box
    // A shape has a point to the nearest unit.
    const [fromColumn, toColumn] = [this.#column(left - 1), this.#column(right + 1)]
    const [fromRow, toRow] = [this.#row(bottom - 1), this.#row(top + 1)]
    for (let row = fromRow; row <= toRow; row += 1) {
      for (let column = fromColumn; column <= toColumn; column += 1) {
        cells[row * GRID + column]?.push(place)
      }
    }
  }

  #here(x: number, y: number): readonly number[] {
    if (this.#cells === undefined) return this.#all
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
