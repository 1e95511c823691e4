import PDFDocument from 'pdfkit'

const sentences = [
  'We report measurements taken over two winters on structures in service.',
  'The model is calibrated against laboratory tests at three temperatures.',
  'A parametric study shows that the stiffness of the joints governs the response.',
  'Uncertainty in the boundary conditions is treated by Bayesian updating.',
  'The proposed check is simple enough for daily design and errs on the safe side.',
  'Inspection records from forty bridges support the conclusion.',
]

/** A plausible small paper as a real PDF: title, author, abstract, two columns, a figure. */
export function makePaper(title: string, author: string, pages: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title, Author: author } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
  document.font('Times-Bold').fontSize(18).text(title, { align: 'center' })
  document
    .moveDown(0.5)
    .font('Times-Roman')
    .fontSize(11)
    .text(western(author), { align: 'center' })
    .moveDown()
  document
    .font('Times-Italic')
    .text(`Abstract. ${sentences.slice(0, 3).join(' ')}`, { align: 'justify' })
    .moveDown()
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage()
    document
      .font('Times-Bold')
      .fontSize(12)
      .text(`${page}  ${page === 1 ? 'Introduction' : `Section ${page}`}`)
    const text = Array.from({ length: 9 }, (_, at) => sentences[(at * page) % sentences.length]).join(' ')
    document.moveDown(0.3).font('Times-Roman').fontSize(10)
    document.text(`${text}\n\n${text}\n\n${text}`, {
      columns: 2,
      columnGap: 18,
      align: 'justify',
      height: 300,
    })
    drawFigure(document, page)
  }
  document.end()
  return ended
}

/** The standard fonts of PDF know Western letters alone: others are printed without their marks. */
function western(name: string): string {
  return name
    .replaceAll('ı', 'i')
    .replaceAll(/[\u0100-\uffff]/g, (letter) => letter.normalize('NFD').charAt(0))
}

/** What its author would call the file. */
export function fileNameOf(title: string): string {
  const words = title.toLowerCase().replace(/[^a-z]+/g, '-')
  return `${words.slice(0, 40)}.pdf`
}

/** A response curve in a frame. */
function drawFigure(document: InstanceType<typeof PDFDocument>, page: number): void {
  const [left, top, width, height] = [120, 560, 340, 150]
  document.rect(left, top, width, height).stroke('#888888')
  document.moveTo(left, top + height / 2)
  for (let x = 0; x <= width; x += 4) {
    document.lineTo(left + x, top + height / 2 - Math.sin(x / (12 + page * 4)) * 55 * Math.exp(-x / 260))
  }
  document.stroke('#1f4690')
  document
    .fontSize(9)
    .fillColor('#000000')
    .text(`Figure ${page}: decay of the response.`, left, top + height + 8, { width, align: 'center' })
}
