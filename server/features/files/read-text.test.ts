import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '#tests/pdf-of.ts'
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
/** Three dark points side by side. */
const PICTURE = pngOf()
const SECRET = 'quantum entanglement photonics lasers qubits'
const plain = {
  title: 'Fatigue of welded joints',
  abstract: 'We measure cracks in bridges over two winters.',
  page: 'Fatigue of welded joints Abstract. We measure cracks in bridges over two winters. 1 Introduction Bridges are old.',
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
      pen.rect(x, y, 400, 14).fill('#203040')
      pen.fillColor('#203040').text(SECRET, x, y).fillColor('#000000')
    },
  ],
  [
    'covered by a white box',
    (pen) => {
      const { x, y } = pen
      pen.text(SECRET).rect(x, y, 400, 20).fill('#ffffff').fillColor('#000000')
    },
  ],
  [
    'under a picture',
    (pen) => {
      const { x, y } = pen
      pen.text(SECRET).image(PICTURE, x, y, { width: 400, height: 13 })
      pen.text('', x, y + 14)
    },
  ],
  ['squeezed to a line', (pen) => pen.addContent('0.01 Tz').text(SECRET).addContent('100 Tz')],
  [
    'squeezed by its scale',
    (pen) => {
      const { x, y } = pen
      pen
        .save()
        .scale(0.01, 1)
        .text(SECRET, 100 * x, y, { lineBreak: false })
        .restore()
        .text('', x, y + 14)
    },
  ],
  [
    'of white outlines',
    (pen) => pen.strokeColor('#ffffff').addContent('1 Tr').text(SECRET).addContent('0 Tr'),
  ],
  [
    'in a white gradient',
    (pen) => {
      const white = pen.linearGradient(0, 0, 400, 0).stop(0, '#ffffff').stop(1, '#fefefe')
      pen.fillColor(white).text(SECRET).fillColor('#000000')
    },
  ],
  [
    'outside a clip',
    (pen) => {
      const { x, y } = pen
      pen.save().rect(500, 700, 10, 10).clip().text(SECRET, x, y).restore().text('', x, y)
    },
  ],
  [
    'white over a thin diagonal',
    (pen) => {
      const { x, y } = pen
      pen
        .moveTo(x, y)
        .lineTo(x + 400, y + 14)
        .lineTo(x + 401, y + 14)
        .fill('#203040')
      pen.fillColor('#ffffff').text(SECRET, x, y).fillColor('#000000')
    },
  ],
  ['in pale grey', (pen) => pen.fillColor('#e8e8e8').text(SECRET).fillColor('#000000')],
  ['nearly transparent', (pen) => pen.fillOpacity(0.11).text(SECRET).fillOpacity(1)],
])('text %s is not read, and shown as hidden', async (_, draw) => {
  expect(await read(draw)).toEqual({ ...plain, hidden: SECRET })
})

/** A page with a title, the secret with what hides it, and an abstract; some objects from number 5 on. */
async function readBare(secret: string, resources: string, objects: readonly string[], catalog = '') {
  const words = (text: string) => `BT /F 11 Tf 60 700 Td (${text}) Tj ET`
  const page = `BT /F 20 Tf 60 760 Td (Fatigue of welded joints) Tj ET ${secret.replace('SECRET', words(SECRET))}
    0 g BT /F 11 Tf 60 680 Td (${plain.abstract}) Tj ET`
  const file = pdfOf([
    `1 0 obj <</Type /Catalog /Pages 2 0 R ${catalog}>> endobj`,
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <<
      /Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> ${resources}>>>> endobj`,
    `4 0 obj <</Length ${page.length}>> stream\n${page}\nendstream endobj`,
    ...objects,
  ])
  const path = join(folder, 'bare.pdf')
  await writeFile(path, file, 'latin1')
  return readText(path)
}
const layers = (rest: string) => `/OCProperties <</OCGs [5 0 R] /D <<${rest}>>>>`
const layer = '5 0 obj <</Type /OCG /Name (Off)>> endobj'
const stencil = (bits: string, size: number) =>
  `5 0 obj <</Type /XObject /Subtype /Image /ImageMask true /Width ${size} /Height ${size} /BitsPerComponent 1
    /Length ${bits.length}>> stream\n${bits}\nendstream endobj`
const gradient = `5 0 obj <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 500 0] /Extend [true true]
  /Function <</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 1 1] /N 1>>>> endobj`
const NOTHING = '5 0 obj null endobj'
const tile = (
  what: string,
) => `5 0 obj <</Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9]
  /XStep 9 /YStep 9 /Resources <<>> /Length ${what.length + 1}>> stream\n${what} \nendstream endobj`
const drawn = (what: string) => `q 1 g 400 0 0 20 50 695 cm ${what} Q`

test.each<[string, string, string, string, string?]>([
  [
    'in a layer that is switched off',
    '/OC /L BDC SECRET EMC',
    '/Properties <</L 5 0 R>>',
    layer,
    layers('/OFF [5 0 R]'),
  ],
  [
    'in a layer where all are off',
    '/OC /L BDC SECRET EMC',
    '/Properties <</L 5 0 R>>',
    layer,
    layers('/BaseState /OFF'),
  ],
  ['under a solid stencil', `SECRET ${drawn('/M Do')}`, '/XObject <</M 5 0 R>>', stencil('\0', 1)],
  [
    'under a stencil of many points',
    `SECRET ${drawn('/M Do')}`,
    '/XObject <</M 5 0 R>>',
    stencil('\0'.repeat(8), 8),
  ],
  ...['Lighten', 'Screen', 'ColorDodge', 'SoftLight', 'Color'].map(
    (mode): [string, string, string, string] => [
      `blended by ${mode} into the paper’s colour`,
      'q /G gs SECRET Q',
      `/ExtGState <</G <</BM /${mode}>>>>`,
      NOTHING,
    ],
  ),
  [
    'of which the paper takes the ink',
    'q /G gs 1 g SECRET Q',
    '/ExtGState <</G <</BM /Multiply>>>>',
    NOTHING,
  ],
  ['in an empty pattern', 'q /Pattern cs /P scn SECRET Q', '/Pattern <</P 5 0 R>>', tile('')],
  ['in a white pattern', 'q /Pattern cs /P scn SECRET Q', '/Pattern <</P 5 0 R>>', tile('1 g 0 0 9 9 re f')],
  ['under a gradient', 'SECRET q 50 695 400 20 re W n /S sh Q', '/Shading <</S 5 0 R>>', gradient],
])('text %s is not read either', async (_, secret, resources, object, catalog) => {
  const page = `${plain.title} ${plain.abstract}`
  expect(await readBare(secret, resources, [object], catalog)).toEqual({ ...plain, page, hidden: SECRET })
})

test('text under a stencil that lets through is read', async () => {
  const open = stencil('\xff'.repeat(8), 8)
  const { abstract, hidden } = await readBare(`SECRET ${drawn('/M Do')}`, '/XObject <</M 5 0 R>>', [open])
  expect({ abstract, hidden }).toEqual({ abstract: `${SECRET} ${plain.abstract}`, hidden: '' })
})

test.each([
  ['blended, but seen', 'q /G gs SECRET Q', '/ExtGState <</G <</BM /Multiply>>>>', NOTHING],
  ['light where that darkens', 'q /G gs 1 g SECRET Q', '/ExtGState <</G <</BM /Difference>>>>', NOTHING],
  ['in a dark pattern', 'q /Pattern cs /P scn SECRET Q', '/Pattern <</P 5 0 R>>', tile('0 0 9 9 re B')],
  [
    'in a striped pattern',
    'q /Pattern cs /P scn SECRET Q',
    '/Pattern <</P 5 0 R>>',
    tile('0 0 3 9 re 5 0 3 9 re f'),
  ],
])('text %s is read', async (_, secret, resources, object) => {
  const { abstract, hidden } = await readBare(secret, resources, [object])
  expect({ abstract, hidden }).toEqual({ abstract: `${SECRET} ${plain.abstract}`, hidden: '' })
})

test('a title that the file gives itself and nobody sees is none', async () => {
  const titled = (title: string) => read((pen) => (pen.info.Title = title))
  expect(await titled(SECRET)).toEqual(plain)
  expect(await titled('Fatigue of Welded Joints: A Study')).toMatchObject({
    title: 'Fatigue of Welded Joints: A Study',
    hidden: '',
  })
})

test('text is read over a picture, in a banner, in black outlines, beside what covers nothing', async () => {
  const { abstract, hidden } = await read((pen) => {
    const { x, y } = pen
    pen.image(PICTURE, x, y, { width: 400, height: 20 }).fillColor('#ffffff').text('Over a picture.', x, y)
    const below = pen.y
    pen
      .roundedRect(x, below, 400, 20, 6)
      .fill('#203040')
      .fillColor('#ffffff')
      .text('In a banner.', x, below + 3)
    pen.fillColor('#000000').addContent('1 Tr').text('In outlines.').addContent('0 Tr')
    const highlit = pen.y
    pen.text('Highlit.').fillOpacity(0.4).rect(x, highlit, 400, 20).fill('#ffff00').fillOpacity(1)
    pen.save().rect(0, 0, 5, 5).clip().rect(0, 0, 595, 842).fill('#ffffff').restore().fillColor('#000000')
  })
  expect({ abstract, hidden }).toEqual({
    abstract: `${plain.abstract} Over a picture. In a banner. In outlines. Highlit.`,
    hidden: '',
  })
})

test('white letters on a dark ground are read: they are seen', async () => {
  const { abstract, hidden } = await read((pen) => {
    const { x, y } = pen
    pen.rect(x, y, 400, 14).fill('#203040')
    pen.fillColor('#ffffff').text('Lasers help.', x, y).fillColor('#000000')
  })
  expect({ abstract, hidden }).toEqual({ abstract: `${plain.abstract} Lasers help.`, hidden: '' })
})

/** A PNG of three dark points. */
function pngOf(): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 3, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const row = Buffer.from([0, 20, 30, 40, 20, 30, 40, 20, 30, 40])
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(row)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
