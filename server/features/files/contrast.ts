/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]
/** The colour of letters and of what lies beneath them. */
export interface Ink {
  letters: Colour
  beneath: Colour
}

/** Paler text is not read; pure green on white, which papers' links have, is a little less pale. */
const CONTRAST_MIN = 1.35
/** Bright colours as cyan are told from white by their hue from here on, and so much difference of red, green and blue, of 765. */
const BRIGHT_MIN = 1.2
const HUE_MIN = 200
/** Smaller letters, in points, have to stand out more. */
const SMALL = 5
const SMALL_CONTRAST_MIN = 1.8

/** Whether letters of a size, in points of a page of common size, are told from what lies beneath them. */
export function isTold({ letters, beneath }: Ink, size: number): boolean {
  const contrast = contrastOf({ letters, beneath })
  if (size < SMALL) return contrast >= SMALL_CONTRAST_MIN
  return contrast >= CONTRAST_MIN || (contrast >= BRIGHT_MIN && difference(letters, beneath) >= HUE_MIN)
}

/** Whether letters are of a pure colour, as of the links of papers: their channels are so far apart. */
export function isPureHue({ letters }: Ink): boolean {
  return Math.max(...letters) - Math.min(...letters) >= HUE_MIN
}

/** How many times lighter one is, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf({ letters, beneath }: Ink): number {
  const [one, other] = [lightness(letters), lightness(beneath)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function lightness([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function difference(a: Colour, b: Colour): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])
}
