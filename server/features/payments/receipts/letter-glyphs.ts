import type { Font, Glyph } from 'fontkit'

/** What a letter looks like, in the font's units. */
interface Drawn {
  /** Glyphs of the font, each where it is drawn from where the letter begins. */
  parts: readonly { id: number; x: number; y: number }[]
  /** How far the letter brings the line. */
  width: number
}

/** What the library's types do not show of a TrueType font that is cut for a PDF: its glyphs by their new numbers. */
interface Cut {
  font: { maxp: Limits }
  includeGlyph(id: number): number
  _addGlyph(id: number): number
  glyf: Uint8Array[]
  offset: number
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
}

/** What a font says of its largest glyphs (OpenType, `maxp`), by the library's names. */
interface Limits {
  maxPoints: number
  maxContours: number
  maxComponentPoints: number
  maxComponentContours: number
  maxComponentElements: number
  maxComponentDepth: number
}

/** Above the numbers that a font's own glyphs have. */
const FIRST = 0x10000
/** Flags of a composite's parts (OpenType, `glyf`). */
const [WORDS, OFFSETS, MORE] = [0x1, 0x2, 0x20]

/**
 * Letters as glyphs of their own in the PDF's fonts. A font draws several letters with one glyph, a body that their dots
 * tell apart, and one letter with several; but a PDF says what a glyph stands for once, for wherever it is shown. So
 * whatever draws a letter becomes a glyph for that letter alone, made of the font's.
 */
export class LetterGlyphs {
  private readonly made = new Map<string, Glyph>()
  private readonly drawn: Drawn[] = []
  private readonly font: Font

  constructor(font: Font) {
    this.font = font
    const cut = font.createSubset.bind(font)
    font.createSubset = () => {
      const subset = cut()
      // Its own class, which the types leave out: there is no other way to put a glyph of one's own into it.
      this.extend(subset as unknown as Cut)
      return subset
    }
  }

  /** The glyph of a letter that is drawn so; without parts nothing of it is seen. */
  glyph(letter: number, drawn: Drawn): Glyph {
    const key = JSON.stringify([letter, drawn])
    const before = this.made.get(key)
    if (before !== undefined) return before
    const glyph: Glyph = Object.create(this.font.getGlyph(0), {
      id: { value: FIRST + this.drawn.length },
      codePoints: { value: [letter] },
      advanceWidth: { value: drawn.width },
    })
    this.drawn.push(drawn)
    this.made.set(key, glyph)
    return glyph
  }

  private extend(cut: Cut): void {
    const addOwn = cut._addGlyph.bind(cut)
    const limits = { ...cut.font.maxp }
    cut._addGlyph = (id) => {
      const drawn = this.drawn[id - FIRST]
      if (drawn === undefined) return addOwn(id)
      const { bytes, left } = this.composite(drawn, cut)
      widen(cut.font.maxp, limits, drawn.parts.length)
      cut.loca.offsets.push(cut.offset)
      cut.offset += bytes.length
      cut.hmtx.metrics.push({ advance: drawn.width, bearing: left })
      return cut.glyf.push(bytes) - 1
    }
  }

  /** A composite glyph, and how far to the left it begins. */
  private composite(drawn: Drawn, cut: Cut): { bytes: Buffer; left: number } {
    const parts = drawn.parts.filter(({ id }) => this.font.getGlyph(id).path.commands.length > 0)
    if (parts.length === 0) return { bytes: Buffer.alloc(0), left: 0 }
    const boxes = parts.map(({ id, x, y }) => {
      const { minX, minY, maxX, maxY } = this.font.getGlyph(id).cbox
      return { minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y }
    })
    const left = Math.min(...boxes.map(({ minX }) => minX))
    const bottom = Math.min(...boxes.map(({ minY }) => minY))
    const right = Math.max(...boxes.map(({ maxX }) => maxX))
    const top = Math.max(...boxes.map(({ maxY }) => maxY))
    const words = parts.flatMap(({ id, x, y }, at) => {
      const more = at < parts.length - 1 ? MORE : 0
      return [WORDS | OFFSETS | more, cut.includeGlyph(id), x, y]
    })
    // Two bytes at the end are for nothing but the table's steps of four.
    const bytes = Buffer.alloc(12 + words.length * 2)
    for (const [at, word] of [-1, left, bottom, right, top, ...words].entries()) {
      bytes.writeUInt16BE(word & 0xffff, at * 2)
    }
    return { bytes, left }
  }
}

/** Readers may make room for a font's largest glyphs by what it says of them; `before`: of its own ones. */
function widen(limits: Limits, before: Limits, parts: number): void {
  const most = (one: number, other: number) => Math.min(Math.max(one, other), 0xffff)
  const points = Math.max(before.maxPoints, before.maxComponentPoints) * parts
  const contours = Math.max(before.maxContours, before.maxComponentContours) * parts
  limits.maxComponentPoints = most(limits.maxComponentPoints, points)
  limits.maxComponentContours = most(limits.maxComponentContours, contours)
  limits.maxComponentElements = most(limits.maxComponentElements, parts)
  limits.maxComponentDepth = before.maxComponentDepth + 1
}
