import { over, type Shade, shareOf, WHITE } from './blended.ts'
import { isTold } from './contrast.ts'
import type { Mask } from './groups.ts'
import type { Painted } from './painted.ts'

/** A place on a page, in its units. */
type Place = readonly [number, number]

/** A stretch of text as it was drawn. */
export interface Drawn {
  /** Where it is looked at, of so many places. */
  places: readonly Place[]
  count: number
  /** Height of its letters in points, on a page of common size. */
  size: number
  inks: readonly Shade[]
  blend: string
  mask: Mask | undefined
  /** What it was drawn on, and how many paints were there before it. */
  painted: Painted
  after: number
  /** So many paints after those are its own letters, which hide nothing of it. */
  own: number
}

/** A page as a drawing knows it. */
export interface Sheet {
  /** Its bounds: left, bottom, right, top. */
  view: readonly number[]
  /** Points a unit. */
  userUnit: number
}

/** Square points of a page of common size, A4: a larger one is looked at from as far as shows all of it. */
const COMMON_AREA = 595.28 * 841.89
/** Of a stretch of text so many letters are looked at, each at some heights. */
const LETTERS_MAX = 16
const HEIGHTS = 4
/** The heights lie between these, of the letters' size: where small letters have their ink. */
const [LOW, HIGH] = [0.05, 0.5]

/** How many points of a page of common size a unit of a page is. */
export function readingScale({ view: [left = 0, bottom = 0, right = 0, top = 0], userUnit }: Sheet): number {
  const area = Math.abs((right - left) * (top - bottom)) * userUnit * userUnit
  return userUnit / Math.max(1, Math.sqrt(area / COMMON_AREA))
}

/**
 * Where a stretch of so many letters is looked at, as shares of its length and of its letters' size: at no two in the
 * same column or row, so that no strip or bar shows what the rest hides.
 */
export function placesOf(letters: number): Place[] {
  const columns = Math.min(LETTERS_MAX, Math.max(1, letters))
  return Array.from({ length: columns * HEIGHTS }, (_, at): Place => {
    // The golden section leaves no gap for long.
    const spread = (at * 0.618034) % 1
    const step = (at % HEIGHTS) + spread
    return [(at + 0.5) / (columns * HEIGHTS), LOW + ((HIGH - LOW) * step) / HEIGHTS]
  })
}

/** Of what a group shows before it is drawn onto its page some may be let through. */
const onWhite = (shade: Shade): Shade => (shade[3] === 1 ? shade : over(WHITE, shade, 'source-over'))

/** Whether at least half of a stretch is told from what lies around it when all is drawn. */
export function seenIn({ places, count, size, inks, blend, mask, painted, after, own }: Drawn): boolean {
  if (inks.length === 0 || 2 * places.length < count) return false
  let seen = 0
  for (const [place, [x, y]] of places.entries()) {
    // Enough is seen, or too little left.
    if (2 * seen >= count || 2 * (seen + places.length - place) < count) break
    const share = mask?.(x, y) ?? 1
    const shades = painted.seenWith(
      x,
      y,
      [after, after + own],
      inks.map((ink) => shareOf(share, ink)),
      blend,
    )
    const [without, ...withInk] = shades ?? []
    if (without !== undefined && withInk.some((shade) => isTold(onWhite(shade), onWhite(without), size)))
      seen += 1
  }
  return 2 * seen >= count
}
