import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { openPdf } from './open-pdf.ts'
import { listOf } from './operands.ts'
import { pageFont } from './page-font.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FACES = [
  StandardFonts.Helvetica,
  StandardFonts.HelveticaBold,
  StandardFonts.TimesRoman,
  StandardFonts.TimesRomanBold,
  StandardFonts.TimesRomanItalic,
  StandardFonts.Courier,
]

/** A PDF with the letters in each face, a page each. */
async function sheet(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (const face of FACES) document.addPage().drawText(LETTERS, { font: await document.embedFont(face) })
  return document.save()
}

/** The letters of a PDF as they are drawn, a line each: letter, breadth, height, foot, and the ink of each cell from 0 to f. */
async function shapesIn(path: string): Promise<string[]> {
  const { document, close } = await openPdf(path)
  const lines: string[] = []
  for (let at = 1; at <= document.numPages; at += 1) {
    const page = await document.getPage(at)
    const { fnArray, argsArray } = await page.getOperatorList()
    const object = (name: string): unknown =>
      [page.objs, page.commonObjs].find((one) => one.has(name))?.get(name)
    const argsOf = (op: number) => listOf(argsArray[fnArray.indexOf(op)])
    const font = pageFont(String(argsOf(OPS.setFont)[0]), object)
    for (const glyph of listOf(argsOf(OPS.showText)[0])) {
      const { unicode, outline } = font.glyphOf(glyph)
      if (outline?.look === undefined) continue
      const { ink, width, height, bottom } = outline.look
      const most = Math.max(...ink)
      const cells = Array.from(ink, (one) => Math.round((one / most) * 15).toString(16)).join('')
      lines.push([unicode, ...[width, height, bottom].map((one) => one.toFixed(3)), cells].join(' '))
    }
  }
  await close()
  return lines
}

test('the shapes that letters are held against are those of the standard fonts that pdf.js has (`vitest run letter-shapes --update` writes them)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-shapes-'))
  try {
    const path = join(folder, 'sheet.pdf')
    await writeFile(path, await sheet())
    const lines = await shapesIn(path)
    expect(lines.map((line) => line[0]).join('')).toBe(LETTERS.repeat(FACES.length))
    const source = `/** What letters look like in some common faces; see letter-shapes.test.ts, which makes it. */\nexport const letterShapes = \`\n${lines.join('\n')}\n\`\n`
    await expect(source).toMatchFileSnapshot('letter-shapes.ts')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
