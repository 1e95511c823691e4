import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** How text is set (ISO 32000-2 §9.3). */
export interface TextSetting {
  size: number
  /** What stands between letters, and besides between words. */
  spacing: number
  wordSpacing: number
  /** Letters' breadth, of their own. */
  scale: number
  rise: number
  leading: number
  /** The name of its font in pdf.js. */
  font: string
  /** The text rendering mode. */
  mode: number
}

/** Before a page says anything. */
export const FIRST_SETTING: TextSetting = {
  size: 0,
  spacing: 0,
  wordSpacing: 0,
  scale: 1,
  rise: 0,
  leading: 0,
  font: '',
  mode: 0,
}

/** The text rendering mode that draws nothing. */
export const NO_INK = 3

/** What an operator changes of it; undefined for one that changes nothing. */
export function settingAfter(op: number, args: readonly unknown[]): Partial<TextSetting> | undefined {
  const [first = 0, second = 0] = args.map(Number)
  switch (op) {
    case OPS.setFont:
      return { font: typeof args[0] === 'string' ? args[0] : '', size: second }
    case OPS.setCharSpacing:
      return { spacing: first }
    case OPS.setWordSpacing:
      return { wordSpacing: first }
    case OPS.setHScale:
      return { scale: first / 100 }
    case OPS.setLeading:
      return { leading: first }
    case OPS.setTextRise:
      return { rise: first }
    case OPS.setTextRenderingMode:
      return { mode: first }
    default:
      return undefined
  }
}
