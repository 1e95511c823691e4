import { create, type Font } from 'fontkit'
import { Blob, Face, Font as Shaper, Buffer as Signs, shape } from 'harfbuzzjs'

/**
 * Scripts whose letters are joined, ordered and placed by rules that the PDF library's own shaping does not all know: it
 * fails on some words of Telugu, Gurmukhi and Khmer, and misplaces others. HarfBuzz shapes them, as in browsers. All
 * are written from left to right; what is written from right to left stays with the library.
 */
const shapedHere =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}]/u

/** A TrueType font as the PDF library takes one, that shapes such texts by HarfBuzz. */
export function shapingFont(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('a file holds several fonts')
  const own = font.layout.bind(font)
  let shaper: Shaper | undefined
  font.layout = (text, ...rest) => {
    if (!shapedHere.test(text)) return own(text, ...rest)
    shaper ??= new Shaper(new Face(new Blob(bytes)))
    const signs = new Signs()
    signs.addText(text)
    signs.guessSegmentProperties()
    shape(shaper, signs)
    const shaped = signs.getGlyphInfosAndPositions()
    const starts = [...new Set(shaped.map(({ cluster }) => cluster))].sort((a, b) => a - b)
    const run = own('')
    run.glyphs = shaped.map(({ codepoint, cluster }) => {
      const letters = text.slice(
        cluster,
        starts.find((one) => one > cluster),
      )
      return font.getGlyph(
        codepoint,
        Array.from(letters, (one) => one.codePointAt(0) ?? 0),
      )
    })
    run.positions = shaped.map(({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      return { xAdvance, yAdvance, xOffset, yOffset }
    })
    return run
  }
  return font
}
