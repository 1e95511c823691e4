/** How letters are set. */
export interface Setting {
  size: number
  spacing: number
  wordSpacing: number
}

/** What some glyphs of pdf.js say, and how wide they are before they are stretched. Numbers between them move back. */
export function writtenOf(glyphs: readonly unknown[], { size, spacing, wordSpacing }: Setting) {
  let [written, width] = ['', 0]
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      width -= (glyph / 1000) * size
      if (glyph < -180) written += ' '
      continue
    }
    const { unicode, width: own, isSpace } = glyphOf(glyph)
    written += unicode
    width += (own / 1000) * size + spacing + (isSpace ? wordSpacing : 0)
  }
  return { written, width }
}

function glyphOf(glyph: unknown): { unicode: string; width: number; isSpace: boolean } {
  if (typeof glyph !== 'object' || glyph === null) return { unicode: '', width: 0, isSpace: false }
  const { unicode, width, isSpace }: { unicode?: unknown; width?: unknown; isSpace?: unknown } = glyph
  return {
    unicode: typeof unicode === 'string' ? unicode : '',
    width: typeof width === 'number' ? width : 0,
    isSpace: isSpace === true,
  }
}
