import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readText } from './read-text.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-text-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Pen = InstanceType<typeof PDFDocument>

/** A page with a title and an abstract, and what else is drawn on it. */
async function read(draw: (pen: Pen) => void = () => undefined) {
  const pen = new PDFDocument({ size: 'A4', margin: 60 })
  const chunks: Buffer[] = []
  pen.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pen.on('end', () => resolve()))
  pen.fontSize(20).text('Fatigue of welded joints').fontSize(11).moveDown()
  pen.text('Abstract. We measure cracks in bridges over two winters.')
  draw(pen)
  pen.text('1 Introduction').text('Bridges are old.')
  pen.end()
  await ended
  const path = join(folder, `${chunks.length}-${Math.random()}.pdf`)
  await writeFile(path, Buffer.concat(chunks))
  return readText(path)
}
const SECRET = 'quantum entanglement photonics lasers qubits'
const plain = {
  title: 'Fatigue of welded joints',
  abstract: 'We measure cracks in bridges over two winters.',
  hidden: '',
}

test('title and abstract are read as they stand, up to the introduction', async () => {
  expect(await read()).toEqual(plain)
  expect(await readText('tests/fixtures/tracemonkey.pdf')).toMatchObject({
    title: 'Trace-based Just-in-Time Type Specialization for Dynamic Languages',
    abstract: expect.stringMatching(/^Dynamic languages such as JavaScript .* benchmark programs\.$/),
    hidden: '',
  })
})

test.each<[string, (pen: Pen) => void]>([
  ['in the paper’s colour', (pen) => pen.fillColor('#ffffff').text(SECRET).fillColor('#000000')],
  ['nearly in the paper’s colour', (pen) => pen.fillColor('#f8f8f8').text(SECRET).fillColor('#000000')],
  ['without ink', (pen) => pen.addContent('3 Tr').text(SECRET).addContent('0 Tr')],
  ['transparent', (pen) => pen.fillOpacity(0).text(SECRET).fillOpacity(1)],
  ['in tiny letters', (pen) => pen.fontSize(1).text(SECRET).fontSize(11)],
  [
    'small by its scale',
    (pen) => {
      const { x, y } = pen
      pen.save().scale(0.1).text(SECRET, 600, 4000, { lineBreak: false }).restore().text('', x, y)
    },
  ],
  [
    'beside the page',
    (pen) => {
      const { x, y } = pen
      pen.text(SECRET, 2000, 300, { lineBreak: false }).text('', x, y)
    },
  ],
  [
    'in the colour of the box beneath',
    (pen) => {
      const { x, y } = pen
      pen.rect(x, y, 400, 40).fill('#203040')
      pen.fillColor('#203040').text(SECRET, x, y).fillColor('#000000')
    },
  ],
])('text %s is not read, and shown as hidden', async (_, draw) => {
  expect(await read(draw)).toEqual({ ...plain, hidden: SECRET })
})

test('white letters on a dark ground are read: they are seen', async () => {
  const { abstract, hidden } = await read((pen) => {
    const { x, y } = pen
    pen.rect(x, y, 400, 40).fill('#203040')
    pen.fillColor('#ffffff').text('Lasers help.', x, y).fillColor('#000000')
  })
  expect({ abstract, hidden }).toEqual({ abstract: `${plain.abstract} Lasers help.`, hidden: '' })
})
