import PdfDocument from 'pdfkit'
import { escapeHtml } from '#server/features/mail/html.ts'
import { linesOf } from './break-lines.ts'
import { type FontFile, fontAt, type Weight } from './font-files.ts'
import { directionOf, setLine, undirected } from './set-line.ts'
import { rightToLeft, shapingFont } from './shape.ts'

/** How a text is set. Lengths are in points. */
interface Look {
  size: number
  weight: Weight
  /** `#1c1c1c`. */
  color: string
}

interface Place {
  x: number
  y: number
}

/** What every document says of itself. */
interface About {
  title: string
  author: string
  made: Date
}

/** PDF/UA-1; the library's types know only the archive's subsets. */
const accessible = 'PDF/UA' as string as PDFKit.Mixins.PDFSubsets
const INK = '#1c1c1c'
const MARGIN = 64
/** Kerning is on anyway; named, the library takes a line as a whole, which right-to-left scripts need. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern']

/** As the library's, which writes titles and names into the XMP as they are: an `&` there, and no reader can read any of it. */
class WellFormedDocument extends PdfDocument {
  override endMetadata(): void {
    const { Title = '', Author = '' } = this.info
    this.info = { ...this.info, Title: escapeHtml(Title), Author: escapeHtml(Author) }
    super.endMetadata()
  }
}

/**
 * A tagged PDF (PDF/UA) of A4 pages in any script, written from top to bottom. The same calls give the same bytes.
 */
export class Page {
  readonly left = MARGIN
  readonly right: number
  private readonly bottom: number
  private readonly doc: PDFKit.PDFDocument
  private readonly root: PDFKit.PDFStructureElement
  private readonly chunks: Buffer[] = []
  private readonly ended: Promise<void>
  private readonly held = new Set<string>()

  constructor({ title, author, made }: About) {
    this.doc = new WellFormedDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      subset: accessible,
      tagged: true,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: title,
        Author: undirected(author),
        Creator: 'Lectern',
        CreationDate: made,
        ModDate: made,
      },
    })
    this.right = this.doc.page.width - MARGIN
    this.bottom = this.doc.page.height - MARGIN
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk))
    this.ended = new Promise((resolve, reject) => {
      this.doc.on('end', () => resolve())
      this.doc.on('error', reject)
    })
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  /** Sets paragraphs in the column that begins at `x`, and gives where the next thing goes. */
  async paragraphs(
    element: PDFKit.PDFStructureElement,
    text: string,
    at: Place,
    look: Partial<Look> = {},
  ): Promise<number> {
    const set: Look = { size: 11, weight: 400, color: INK, ...look }
    let y = at.y
    for (const paragraph of undirected(text).split('\n')) {
      const direction = directionOf(paragraph)
      const fits = async (line: string) =>
        (await this.widthOf(line, direction, set)) <= this.right - Math.max(at.x, this.left)
      for (const line of await linesOf(paragraph, fits)) {
        if (y + set.size * 1.5 > this.bottom) {
          this.doc.addPage()
          y = MARGIN
        }
        await this.line(element, line, direction, { x: at.x, y }, set)
        y += set.size * 1.5
      }
    }
    return y
  }

  /** A new element of the document: a heading, a paragraph, a list; `actual`: its text, where its signs do not say it. */
  element(
    type: string,
    within: PDFKit.PDFStructureElement = this.root,
    actual?: string,
  ): PDFKit.PDFStructureElement {
    const element = this.doc.struct(type, actual === undefined ? {} : { actual })
    within.add(element)
    return element
  }

  /** A line across the page, which says nothing. */
  rule(y: number, color: string): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    this.doc.moveTo(this.left, y).lineTo(this.right, y).lineWidth(1).stroke(color)
    this.doc.endMarkedContent()
  }

  /** A word across the page behind everything; it is said in a paragraph too. */
  async across(word: string, color: string): Promise<void> {
    const set: Look = { size: 150, weight: 700, color }
    const width = await this.widthOf(word, 'ltr', set)
    const { width: wide, height } = this.doc.page
    this.doc.markContent('Artifact', { type: 'Layout' })
    this.doc.save().rotate(-45, { origin: [wide / 2, height / 2] })
    await this.pieces(word, 'ltr', { x: (wide - width) / 2, y: height / 2 - set.size * 0.68 }, set)
    this.doc.restore()
    this.doc.endMarkedContent()
  }

  /** Ends the document and gives its bytes. */
  async bytes(): Promise<Buffer> {
    this.root.end()
    this.doc.end()
    await this.ended
    return Buffer.concat(this.chunks)
  }

  private async line(
    element: PDFKit.PDFStructureElement,
    line: string,
    direction: 'ltr' | 'rtl',
    at: Place,
    look: Look,
  ): Promise<void> {
    const asWritten = isPlain(line) ? element : this.element('Span', element, line)
    // Readers put right-to-left signs into their order, and would turn a text that stands for them round again.
    const copied = isPlain(line) || rightToLeft.test(line) ? {} : { actual: line }
    this.doc.save()
    this.turnOver()
    const content = this.doc.markStructureContent('Span', copied)
    this.turnOver()
    await this.pieces(line, direction, at, look)
    this.turnOver()
    this.doc.endMarkedContent()
    this.doc.restore()
    asWritten.add(content)
  }

  /**
   * Turns the page's coordinates over, as the library does again around each text. Poppler places a text that stands for
   * signs where its mark ends, by the coordinates there, which must be those in which the signs were set.
   */
  private turnOver(): void {
    this.doc.transform(1, 0, 0, -1, 0, this.doc.page.height)
  }

  private async pieces(line: string, direction: 'ltr' | 'rtl', { x, y }: Place, look: Look): Promise<void> {
    let from = x
    for (const { text, font } of await setLine(line, direction)) {
      await this.choose(font, look)
      this.doc.fillColor(look.color).text(text, from, y, { lineBreak: false, features, baseline: -look.size })
      from += this.doc.widthOfString(text, { features })
    }
  }

  private async widthOf(line: string, direction: 'ltr' | 'rtl', look: Look): Promise<number> {
    let width = 0
    for (const { text, font } of await setLine(line, direction)) {
      await this.choose(font, look)
      width += this.doc.widthOfString(text, { features })
    }
    return width
  }

  private async choose(font: FontFile, { weight, size }: Look): Promise<void> {
    const key = `${font.name} ${weight}`
    if (!this.held.has(key)) {
      // The library takes a font as well as a font's bytes; its types do not know that.
      const source: unknown = shapingFont(await fontAt(font, weight))
      this.doc.registerFont(key, source as PDFKit.Mixins.PDFFontSource)
    }
    this.held.add(key)
    this.doc.font(key, size)
  }
}

/** One sign a letter, from left to right, and in the fonts for sure. */
const plain =
  /^[\u0020-\u024f\u1e00-\u1eff\u2010-\u2026€\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Ethiopic}\u3001-\u300f가-힣]*$/u
const marks = /\p{M}/u

/**
 * Whether a line's signs say it to who copies it or has it read out. Where they are joined, ordered or spelled otherwise,
 * an ActualText does (ISO 32000-1, 14.9.4): of the structure, and of the marked content for readers that know no other.
 */
function isPlain(line: string): boolean {
  return plain.test(line) && !marks.test(line)
}
