/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [number, number, number]

/** A colour and how far it hides what lies beneath, 0 to 1. */
export type Shade = readonly [number, number, number, number]

export const NOTHING: Shade = [0, 0, 0, 0]
export const WHITE: Shade = [255, 255, 255, 1]

/** One channel, 0 to 1, of what is drawn (`s`) over what lies beneath (`b`); ISO 32000-2, 11.3.5.2. */
const modes: Readonly<Record<string, (s: number, b: number) => number>> = {
  multiply: (s, b) => s * b,
  screen: (s, b) => s + b - s * b,
  overlay: (s, b) => hardLight(b, s),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': (s, b) => (b === 0 ? 0 : Math.min(1, b / (1 - s))),
  'color-burn': (s, b) => (b === 1 ? 1 : 1 - Math.min(1, (1 - b) / s)),
  'hard-light': hardLight,
  // A little less exact than the norm's: between what is beneath, darker and lighter.
  'soft-light': (s, b) => (s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (Math.sqrt(b) - b)),
  difference: (s, b) => Math.abs(s - b),
  exclusion: (s, b) => s + b - 2 * s * b,
  // These keep how light it is beneath, which is what letters are read by.
  hue: (_, b) => b,
  saturation: (_, b) => b,
  color: (_, b) => b,
}

function hardLight(s: number, b: number): number {
  return s <= 0.5 ? 2 * s * b : 2 * s - 1 + b - (2 * s - 1) * b
}

/** The colour that is seen where one is drawn over another in a blend mode, by its name in pdf.js; its own in the others. */
function blended(mode: string, drawn: Shade, beneath: Shade): Colour {
  const blend = modes[mode]
  if (blend === undefined) return [drawn[0], drawn[1], drawn[2]]
  const channel = (at: 0 | 1 | 2) => 255 * blend(drawn[at] / 255, beneath[at] / 255)
  return [channel(0), channel(1), channel(2)]
}

/** What is seen where one shade is drawn over another in a blend mode (ISO 32000-2, 11.3.6). */
export function over(beneath: Shade, drawn: Shade, mode: string): Shade {
  const [own, other] = [drawn[3], beneath[3]]
  if (own === 0) return beneath
  const both = own + other - own * other
  const mixed = blended(mode, drawn, beneath)
  const channel = (at: 0 | 1 | 2) =>
    ((1 - own) * other * beneath[at] + own * ((1 - other) * drawn[at] + other * mixed[at])) / both
  return [channel(0), channel(1), channel(2), both]
}

/** A shade of which only a share is drawn. */
export function shareOf(share: number, [red, green, blue, own]: Shade): Shade {
  return [red, green, blue, own * share]
}
