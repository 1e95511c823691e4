import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Setting } from './glyphs.ts'
import type { Ink } from './ink.ts'

/** How text is set (ISO 32000-2 §9.3): its size and what stands between letters, words and lines. */
export interface TextSetting extends Setting {
  leading: number
  /** The name of its font in pdf.js. */
  font: string
}

/** Before a page says anything. */
export const FIRST_SETTING = { size: 0, spacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0, font: '' }

/** What an operator changes of it, and of which ink letters are drawn with; undefined for one that changes nothing. */
export function settingAfter(
  op: number,
  args: readonly unknown[],
): Partial<TextSetting & Pick<Ink, 'mode'>> | undefined {
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
