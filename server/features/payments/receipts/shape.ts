import { create, type Font, type Glyph, type GlyphPosition } from 'fontkit'
import { Blob, Direction, Face, Font as Shaper, Buffer as Signs, shape } from 'harfbuzzjs'
import { LetterGlyphs } from './letter-glyphs.ts'

/**
 * Scripts whose letters are joined, ordered and placed by rules that the PDF library's own shaping does not all know: it
 * fails on some words of Telugu, Gurmukhi and Khmer, and misplaces others. HarfBuzz shapes them, as in browsers.
 */
const leftToRight =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}]/u

/** What is shaped from right to left as a whole: whatever has a sign of such a script, be it a digit. */
export const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}]/u

/** A sign on its way along the line, as the PDF library takes it. */
interface Shown {
  glyph: Glyph
  position: GlyphPosition
}

/** Signs that HarfBuzz made of the same letters, from left to right. */
interface Cluster {
  letters: number[]
  signs: (GlyphPosition & { id: number })[]
}

/** A TrueType font as the PDF library takes one, that shapes such texts by HarfBuzz. */
export function shapingFont(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('a file holds several fonts')
  const own = font.layout.bind(font)
  const made = new LetterGlyphs(font)
  let shaper: Shaper | undefined
  font.layout = (text, ...rest) => {
    const turned = rightToLeft.test(text)
    if (!turned && !leftToRight.test(text)) return own(text, ...rest)
    shaper ??= new Shaper(new Face(new Blob(bytes)))
    const clusters = clustersOf(text, turned, shaper)
    const set = clusters.flatMap(turned ? (one) => letterByLetter(one, made) : (one) => signBySign(one, font))
    const run = own('')
    run.glyphs = set.map(({ glyph }) => glyph)
    run.positions = set.map(({ position }) => position)
    return run
  }
  return font
}

function clustersOf(text: string, turned: boolean, shaper: Shaper): Cluster[] {
  const buffer = new Signs()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  if (turned) buffer.setDirection(Direction.RTL)
  shape(shaper, buffer)
  const shaped = buffer.getGlyphInfosAndPositions()
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const clusters = new Map<number, Cluster>()
  for (const { codepoint, cluster, xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } of shaped) {
    const end = starts.find((one) => one > cluster)
    const letters = Array.from(text.slice(cluster, end), (one) => one.codePointAt(0) ?? 0)
    const one = clusters.get(cluster) ?? { letters, signs: [] }
    one.signs.push({ id: codepoint, xAdvance, yAdvance, xOffset, yOffset })
    clusters.set(cluster, one)
  }
  return [...clusters.values()]
}

/** Each sign stands for all the letters that it was made of: what they read as is for the page's ActualText to say. */
function signBySign({ letters, signs }: Cluster, font: Font): Shown[] {
  return signs.map(({ id, ...position }) => ({ glyph: font.getGlyph(id, letters), position }))
}

/**
 * The first letter is drawn with all the signs, as one glyph. Those after it, marks and what it is joined with, are drawn
 * with it and stand before it unseen, as what comes later is further to the left. So each letter is there once, on the
 * line itself: readers turn letters round one by one, and take what stands above or below a line for another line.
 */
function letterByLetter({ letters, signs }: Cluster, made: LetterGlyphs): Shown[] {
  const parts: { id: number; x: number; y: number }[] = []
  let width = 0
  for (const { id, xAdvance, xOffset, yOffset } of signs) {
    parts.push({ id, x: width + xOffset, y: yOffset })
    width += xAdvance
  }
  return letters
    .map((letter, at) => {
      const drawn = at === 0 ? { parts, width } : { parts: [], width: 0 }
      const position = { xAdvance: drawn.width, yAdvance: 0, xOffset: 0, yOffset: 0 }
      return { glyph: made.glyph(letter, drawn), position }
    })
    .reverse()
}
