import { NOTHING, type Shade } from './blended.ts'
import { colourOf, FIRST_INK, type Ink } from './ink.ts'
import { listOf } from './operands.ts'
import { Effort, Painted } from './painted.ts'

/** What of something is let through at a point, 0 to 1. */
export type Mask = (x: number, y: number) => number

/** How a group is drawn into what holds it. */
interface Around extends Pick<Ink, 'alpha' | 'blend'> {
  mask: Mask | undefined
  box: readonly number[]
}

/** So many groups may lie within each other; a page with more has no text that anybody would see. */
const DEPTH_MAX = 16
/** The ink that a group begins with. */
export const GROUP_INK = { alpha: 1, strokeAlpha: 1, blend: FIRST_INK.blend }

/** What pdf.js says of a transparency group. */
export interface GroupOptions {
  matrix?: unknown
  bbox?: unknown
  isolated?: unknown
  smask?: unknown
}

type Open =
  | { kind: 'none' }
  | { kind: 'group'; around: Around; outer: Painted }
  | { kind: 'mask'; mask: object; outer: Painted }

/** What is drawn on just now: the page, or a transparency group or a soft mask for it. */
export class Groups {
  readonly #view: readonly number[]
  readonly #effort = new Effort()
  readonly #open: Open[] = []
  #painted: Painted
  /** The soft mask that was drawn last, for the graphics state that asks for it. */
  mask: Mask | undefined

  constructor(view: readonly number[]) {
    this.#view = view
    this.#painted = new Painted(view, this.#effort)
  }

  get painted(): Painted {
    return this.#painted
  }

  /** Whether what is drawn now is itself seen, not the shape of a mask. */
  get isSeen(): boolean {
    return !this.#open.some(({ kind }) => kind === 'mask')
  }

  /** Begins a group; says whether it is drawn for itself, with an ink of its own. */
  begin({ isolated, smask }: GroupOptions, around: Around): boolean {
    const outer = this.#painted
    const depth = this.#open.filter(({ kind }) => kind !== 'none').length
    if (depth >= DEPTH_MAX) {
      this.#effort.spend(Number.POSITIVE_INFINITY)
      this.#open.push({ kind: 'none' })
      return false
    }
    if (typeof smask === 'object' && smask !== null) {
      this.#open.push({ kind: 'mask', mask: smask, outer })
      this.#painted = new Painted(this.#view, this.#effort, groundOf(smask))
      return true
    }
    const isPlain = around.alpha >= 1 && around.blend === FIRST_INK.blend && around.mask === undefined
    // By the norm the same as if there were no group.
    if (isPlain && isolated !== true) {
      this.#open.push({ kind: 'none' })
      return false
    }
    this.#open.push({ kind: 'group', around, outer })
    this.#painted = new Painted(this.#view, this.#effort, NOTHING)
    return true
  }

  end(): void {
    const open = this.#open.pop()
    if (open === undefined || open.kind === 'none') return
    const painted = this.#painted
    this.#painted = open.outer
    if (open.kind === 'mask') {
      this.mask = maskOf(open.mask, painted)
      return
    }
    const { alpha, blend, mask, box } = open.around
    const shareAt: Mask = (x, y) => alpha * (mask?.(x, y) ?? 1)
    painted.within = { painted: open.outer, place: open.outer.count, shareAt, blend }
    open.outer.add({
      box,
      blend,
      points: 1,
      shadeAt: (x, y) => {
        const [red, green, blue, own] = painted.shadeAt(x, y) ?? NOTHING
        return [red, green, blue, own * shareAt(x, y)]
      },
    })
  }
}

const isOfAlpha = (mask: object) => 'subtype' in mask && mask.subtype === 'Alpha'

/** What a mask is drawn on: nothing, or the colour it says, else black. */
function groundOf(mask: object): Shade {
  if (isOfAlpha(mask)) return NOTHING
  const said = 'backdrop' in mask ? mask.backdrop : undefined
  return typeof said === 'string' ? [...colourOf([said]), 1] : [0, 0, 0, 1]
}

/** What a drawn mask lets through: how much it hides itself, or how light it is (ISO 32000-2, 11.5). */
function maskOf(mask: object, painted: Painted): Mask {
  const map = 'transferMap' in mask ? listOf(mask.transferMap) : []
  return (x, y) => {
    const [red, green, blue, own] = painted.shadeAt(x, y) ?? NOTHING
    const share = isOfAlpha(mask) ? own : (0.3 * red + 0.59 * green + 0.11 * blue) / 255
    return map.length === 0 ? share : Number(map[Math.round(255 * share)] ?? 255) / 255
  }
}
