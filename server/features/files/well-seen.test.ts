import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readText } from './read-text.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-well-seen-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Pen = InstanceType<typeof PDFDocument>

const SECRET = 'quantum entanglement photonics lasers qubits'
const ABSTRACT = 'We measure cracks in bridges over two winters and say where they begin.'

/** What is read of a page with an abstract and what else is drawn on it. */
async function read(draw: (pen: Pen) => void, how: { size?: number; colour?: string } = {}) {
  const { size = 10, colour = '#000000' } = how
  const pen = new PDFDocument({ size: 'A4', margin: 60 })
  const chunks: Buffer[] = []
  pen.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pen.on('end', () => resolve()))
  pen
    .fillColor(colour)
    .fontSize(2 * size)
    .text('Fatigue of welded joints')
  pen.fontSize(size).text('Abstract').text(ABSTRACT)
  draw(pen)
  pen.end()
  await ended
  const path = join(folder, 'page.pdf')
  await writeFile(path, Buffer.concat(chunks))
  const { page, hidden } = await readText(path)
  return { isRead: page.includes(SECRET), page, hidden }
}
const words =
  (colour: string, size: number, text = SECRET) =>
  (pen: Pen) =>
    pen.fillColor(colour).fontSize(size).text(text)
const PLAIN = `Fatigue of welded joints Abstract ${ABSTRACT}`

test.each<[string, (pen: Pen) => void]>([
  ['small and pale', words('#dcdcdc', 5.2)],
  ['pale in the text’s own size', words('#c4c4c4', 10)],
  ['tiny and grey', words('#bdbdbd', 3.2)],
  ['tiny and black', words('#000000', 3.1)],
  ['small in a bright hue', words('#88ff88', 6)],
  ['in a bright hue that is pale', words('#88ff88', 10)],
  ['small in the green of links', words('#00ff00', 6)],
  [
    'tiny in the margin, written upwards',
    (pen) =>
      pen
        .save()
        .rotate(-90, { origin: [30, 500] })
        .fillColor('#808080')
        .fontSize(4)
        .text(SECRET, 30, 500, { lineBreak: false })
        .restore(),
  ],
  ['pale, and much more than the abstract', words('#c4c4c4', 10, Array(9).fill(SECRET).join(' '))],
  ['tiny, and as much as the abstract', words('#000000', 3.2, Array(6).fill(SECRET).join(' '))],
])('text %s is not read, and shown', async (_, draw) => {
  const { page, hidden } = await read(draw)
  expect({ page, hidden: hidden.slice(0, SECRET.length) }).toEqual({ page: PLAIN, hidden: SECRET })
})

test.each<[string, (pen: Pen) => void]>([
  ['in footnotes', words('#000000', 7)],
  ['in the smallest labels of a figure', words('#000000', 5)],
  ['in grey captions', words('#777777', 8)],
  ['in a grey header', words('#a6a6a6', 8)],
  ['in orange', words('#ffa500', 10)],
  ['in the green of links', words('#00ff00', 10)],
  ['in a watermark', words('#cccccc', 19)],
  [
    'white on a dark ground',
    (pen) => {
      const { x, y } = pen
      pen.rect(x, y, 400, 20).fill('#203040')
      pen.fillColor('#ffffff').fontSize(8).text(SECRET, x, y)
    },
  ],
])('text %s is read', async (_, draw) => {
  const { isRead, hidden } = await read(draw)
  expect({ isRead, hidden }).toEqual({ isRead: true, hidden: '' })
})

test('a script of tiny letters at a larger one is read with it', async () => {
  const { page } = await read((pen) => {
    const { x } = pen
    const y = pen.y + 10
    pen.fontSize(10).text('W', x, y, { lineBreak: false })
    pen.fontSize(4).text('max', x + pen.fontSize(10).widthOfString('W'), y + 5, { lineBreak: false })
  })
  expect(page).toBe(`${PLAIN} Wmax`)
})

test.each([
  ['small', { size: 4.5 }],
  ['pale', { colour: '#b8b8b8' }],
])('a file that is %s throughout is read', async (_, how) => {
  const { isRead, hidden } = await read(
    (pen) => pen.text(Array(4).fill(ABSTRACT).join(' ')).text(SECRET),
    how,
  )
  expect({ isRead, hidden }).toEqual({ isRead: true, hidden: '' })
})
