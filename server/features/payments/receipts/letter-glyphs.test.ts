import { create, type Font, type GlyphPosition, type PathCommand } from 'fontkit'
import { Blob, Direction, Face, Font as Shaper, Buffer as Signs, shape } from 'harfbuzzjs'
import { expect, test } from 'vitest'
import { arabic, type FontFile, fontAt, hebrew, otherScripts } from './font-files.ts'
import { shapingFont } from './shape.ts'

type Placed = GlyphPosition & { id: number }

/** What is drawn on a line, from left to right, and how long it is. */
function drawing(font: Font, signs: readonly Placed[]): { outlines: PathCommand[]; width: number } {
  let width = 0
  const outlines = signs.flatMap(({ id, xAdvance, xOffset, yOffset }) => {
    const { commands } = font.getGlyph(id).path.translate(width + xOffset, yOffset)
    width += xAdvance
    return commands
  })
  return { outlines, width }
}

function opened(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('several fonts')
  return font
}

/** A text as it is in a PDF: its font as it was cut, and its signs by their numbers there. */
function cutFor(bytes: Uint8Array, texts: readonly string[]) {
  const font = shapingFont(bytes)
  const subset = font.createSubset()
  const lines = texts.map((text) => {
    const { glyphs, positions } = font.layout(text)
    return glyphs.map(({ id, codePoints, advanceWidth }, at) => {
      // The PDF library gives a number and gets one; the types say otherwise.
      const number = Number(subset.includeGlyph(id as unknown as Parameters<typeof subset.includeGlyph>[0]))
      const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      return { id: number, codePoints, advanceWidth, xAdvance, yAdvance, xOffset, yOffset }
    })
  })
  return { lines, font: opened(subset.encode()) }
}

function byHarfBuzz(bytes: Uint8Array, text: string): Placed[] {
  const buffer = new Signs()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(Direction.RTL)
  shape(new Shaper(new Face(new Blob(bytes))), buffer)
  return buffer
    .getGlyphInfosAndPositions()
    .map(({ codepoint, xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      return { id: codepoint, xAdvance, yAdvance, xOffset, yOffset }
    })
}

async function first(files: Promise<readonly FontFile[]>): Promise<Uint8Array> {
  const [file] = await files
  if (file === undefined) throw new Error('no font')
  return fontAt(file, 400)
}

test.each([
  ['Arabic', () => arabic(), ['سامي', 'شاكر', 'مُحَمَّدٌ', 'لَا لِلّٰهِ', 'پژوهش‌های', 'ٹیکنالوجی', '١٢٣']],
  ['Hebrew', () => hebrew(), ['בראשית', 'בְּרֵאשִׁית', 'לֹּ']],
  ['Thaana', () => otherScripts('ދ'), ['ދިވެހިރާއްޖެ', 'ޤާނޫނު']],
])('%s is drawn in the PDF’s font as HarfBuzz shapes it in the whole one', async (_, files, texts) => {
  const bytes = await first(files())
  const { lines, font } = cutFor(bytes, texts)
  const whole = opened(bytes)
  expect(lines.map((line) => drawing(font, line))).toEqual(
    texts.map((text) => drawing(whole, byHarfBuzz(bytes, text))),
  )
  // On the line itself, and as wide as the font and the page say alike.
  for (const { id, advanceWidth, xAdvance, yAdvance, xOffset, yOffset } of lines.flat()) {
    expect([advanceWidth, xAdvance, yAdvance, xOffset, yOffset]).toEqual([
      font.getGlyph(id).advanceWidth,
      advanceWidth,
      0,
      0,
      0,
    ])
  }
})

test('a body that letters share is a glyph for each of them; the same letter, drawn the same, is one', async () => {
  const { lines } = cutFor(await first(arabic()), ['سس', 'شش', 'سس'])
  const [one = [], other = [], again = []] = lines.map((line) => line.map(({ id }) => id))
  expect(again).toEqual(one)
  expect(one.filter((id) => other.includes(id))).toEqual([])
  expect(lines.map((line) => line.map(({ codePoints }) => codePoints))).toEqual(
    ['س', 'ش', 'س'].map((letter) => [[letter.codePointAt(0)], [letter.codePointAt(0)]]),
  )
})

test('the PDF’s font says how large its largest glyphs are', async () => {
  const bytes = await first(arabic())
  const limits = (font: object) => ('maxp' in font ? font.maxp : undefined)
  const { font } = cutFor(bytes, ['پ'])
  expect([limits(opened(bytes)), limits(font)]).toMatchObject([
    { maxComponentDepth: 1, maxComponentElements: 8 },
    { maxComponentDepth: 2, maxComponentElements: 8 },
  ])
})
