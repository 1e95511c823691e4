import type { Colour } from './paints.ts'

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
export function blended(mode: string, drawn: Colour, beneath: Colour): Colour {
  const blend = modes[mode]
  if (blend === undefined) return drawn
  const channel = (at: 0 | 1 | 2) => 255 * blend(drawn[at] / 255, beneath[at] / 255)
  return [channel(0), channel(1), channel(2)]
}
