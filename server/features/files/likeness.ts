import type { Colour, Ink } from './contrast.ts'
import type { Mask } from './letter-mask.ts'
import type { Picture } from './page-picture.ts'

/** Ink and picture as they go together, for red, green and blue: deviations from their means, squared and multiplied, added up. */
export interface Likeness {
  pixels: number
  ink: number
  inks: number
  /** Of each channel. */
  light: [number, number, number]
  lights: [number, number, number]
  both: [number, number, number]
}

const NONE: Likeness = { pixels: 0, ink: 0, inks: 0, light: [0, 0, 0], lights: [0, 0, 0], both: [0, 0, 0] }

/** How a mask goes together with the picture where it lies. Pixels that `isLeftOut` tells do not count. */
export function likenessOf(
  { left, top, width, height, ink }: Mask,
  picture: Picture,
  isLeftOut: (at: number, own: number) => boolean,
): Likeness {
  let [pixels, sum, squares] = [0, 0, 0]
  let [r, g, b, rr, gg, bb, ir, ig, ib] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (top + y) * picture.width + left + x
      const own = y * width + x
      if (isLeftOut(at, own)) continue
      const one = ink[own] ?? 0
      const [red, green, blue] = [
        picture.pixels[4 * at] ?? 0,
        picture.pixels[4 * at + 1] ?? 0,
        picture.pixels[4 * at + 2] ?? 0,
      ]
      pixels += 1
      sum += one
      squares += one * one
      r += red
      g += green
      b += blue
      rr += red * red
      gg += green * green
      bb += blue * blue
      ir += one * red
      ig += one * green
      ib += one * blue
    }
  }
  if (pixels === 0) return NONE
  const spread = (product: number, one: number, other: number) => product - (one * other) / pixels
  return {
    pixels,
    ink: sum,
    inks: spread(squares, sum, sum),
    light: [r, g, b],
    lights: [spread(rr, r, r), spread(gg, g, g), spread(bb, b, b)],
    both: [spread(ir, sum, r), spread(ig, sum, g), spread(ib, sum, b)],
  }
}

/** That of several letters together, each with a ground of its own. */
export function allTogether(all: readonly Likeness[]): Likeness {
  return all.reduce((sum, one) => {
    const plus = (name: 'light' | 'lights' | 'both'): [number, number, number] => [
      sum[name][0] + one[name][0],
      sum[name][1] + one[name][1],
      sum[name][2] + one[name][2],
    ]
    return {
      pixels: sum.pixels + one.pixels,
      ink: sum.ink + one.ink,
      inks: sum.inks + one.inks,
      light: plus('light'),
      lights: plus('lights'),
      both: plus('both'),
    }
  }, NONE)
}

const CHANNELS = [0, 1, 2] as const
/** Where a channel hardly changes it tells nothing: so much of 255, squared, a pixel. */
const FLAT = 1

/** How much the picture shows the ink's shape, 0 to 1: the correlation in the channel that shows it best. */
export function shownIn({ pixels, inks, lights, both }: Likeness): number {
  return Math.max(
    ...CHANNELS.map((channel) =>
      inks > 0 && lights[channel] > FLAT * pixels
        ? Math.abs(both[channel]) / Math.sqrt(inks * lights[channel])
        : 0,
    ),
  )
}

/** The ink and what lies beneath it, as the picture has them; undefined where that cannot be said. */
export function inkIn({ pixels, ink, inks, light, both }: Likeness): Ink | undefined {
  if (!(inks > 0)) return undefined
  const colourAt = (covered: number): Colour => {
    const [red, green, blue] = CHANNELS.map((channel) => {
      const mean = light[channel] / pixels
      return Math.min(255, Math.max(0, mean + (covered - ink / pixels) * (both[channel] / inks)))
    })
    return [red ?? 0, green ?? 0, blue ?? 0]
  }
  return { letters: colourAt(255), beneath: colourAt(0) }
}
