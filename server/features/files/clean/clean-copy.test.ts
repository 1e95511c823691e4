import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saidIn } from '#tests/said-in.ts'
import { createPdfInspector } from '../inspect-pdf.ts'

const inspector = createPdfInspector({ timeMs: 30_000 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-clean-'))
})
afterAll(async () => {
  await inspector.close()
  await rm(folder, { recursive: true })
})

/** A cleaned copy of some bytes; undefined where none can be made. */
async function copyOf(bytes: Buffer): Promise<Buffer | undefined> {
  const [path, to] = [join(folder, 'paper.pdf'), join(folder, 'copy.pdf')]
  await writeFile(path, bytes)
  return (await inspector.copyClean(path, to)).ok ? readFile(to) : undefined
}

const stream = (dictionary: string, bytes: string | Buffer) => {
  const content = Buffer.from(bytes)
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${content.length}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
}

/** A PDF of these objects, the first being its catalogue. */
function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  for (const [nth, object] of objects.entries()) {
    parts.push(Buffer.from(`${nth + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  parts.push(
    Buffer.from(`trailer <</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n9\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)])
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xe0, 'JFIF shown'),
  segment(0xe1, 'Exif secret camera'),
  segment(0xfe, 'secret comment'),
  Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
])

const box = (type: string, text: string) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(text.length + 8)
  return Buffer.concat([size, Buffer.from(type + text)])
}
const jpeg2000 = Buffer.concat([
  box('jP  ', 'shown box'),
  box('xml ', 'secret xml'),
  box('jp2c', 'shown code'),
])

/** Everything in which a PDF may name somebody: each such text holds `secret`, what is to stay `shown`. */
const telling = pdfOf(
  [
    '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/PieceInfo<</Word<</Private(secret)>>>>/Lang(shown-lang)' +
      '/Names<</Dests 21 0 R/EmbeddedFiles<</Names[(secret.csv) 6 0 R]>>/JavaScript<</Names[(secret) 20 0 R]>>>>' +
      '/AF[6 0 R]/OpenAction 20 0 R/Outlines 17 0 R/AcroForm<</Fields[12 0 R 13 0 R]/DA(secret)>>' +
      '/OCProperties<</OCGs[19 0 R]/D<</Name(shown layers)/Creator(secret)/Order[19 0 R]>>>>/StructTreeRoot 22 0 R' +
      '/OutputIntents[<</Info(secret)>>]/URI<</Base(http://secret.example)>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 200]>>',
    '<</Type/Page/Parent 2 0 R/LastModified(secret)/PieceInfo<</a(secret)>>/Metadata 5 0 R/AA<</O 20 0 R>>' +
      '/Contents 4 0 R/Resources<</XObject<</Metadata 14 0 R/Jpx 26 0 R/Form 15 0 R>>/Properties<</L 19 0 R>>>>' +
      '/Annots[8 0 R 9 0 R 10 0 R 11 0 R 12 0 R 13 0 R 23 0 R]>>',
    stream('', '/Metadata Do /Form Do % shown'),
    stream('/Type/Metadata/Subtype/XML', '<x:xmpmeta>secret</x:xmpmeta>'),
    '<</Type/Filespec/F(secret.csv)/UF(secret.csv)/EF<</F 7 0 R>>>>',
    stream('/Type/EmbeddedFile/Params<</ModDate(secret)>>', 'secret data'),
    '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/T(secret)/Contents(secret note)>>',
    '<</Type/Annot/Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 0 9 0 0 9 9 9]/T(secret)/Contents(secret)/NM(secret)' +
      '/M(secret)/RC(secret)/Popup 8 0 R/AP<</N 16 0 R>>>>',
    '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 6 0 R/Contents(secret)>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents(secret)/A<</S/URI/URI(mailto:secret@x.example)>>>>',
    '<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(secret)/TU(secret)/V(secret)/AP<</N 16 0 R>>>>',
    '<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Sig/T(secret)/V<</Type/Sig/Name(secret)>>/AP<</N 16 0 R>>>>',
    stream(`/Type/XObject/Subtype/Image/Width 1/Height 1/Filter[/FlateDecode/DCTDecode]`, deflateSync(jpeg)),
    stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/PTEX.FileName(./secret.pdf)/PTEX.InfoDict<</Author(secret)>>' +
        '/Metadata 5 0 R/LastModified(secret)/OPI<</2.0<</F(secret)>>>>',
      '% shown form',
    ),
    stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '% shown mark'),
    '<</Type/Outlines/First 18 0 R/Last 18 0 R/Count 1>>',
    '<</Title(shown heading)/Parent 17 0 R/A<</S/Launch/F(secret.exe)>>>>',
    '<</Type/OCG/Name(shown layer)/Usage<</CreatorInfo<</Creator(secret)>>/User<</Type/Ind/Name(secret)>>/View<<>>>>>>',
    '<</S/JavaScript/JS(secret)>>',
    '<</Names[(shown place)[3 0 R/Fit]]>>',
    '<</Type/StructTreeRoot/K[<</Type/StructElem/S/Figure/P 22 0 R/K 0/Pg 3 0 R/T(secret)/Alt(C:\\\\Users\\\\secret\\\\a.png)>>' +
      '<</Type/StructElem/S/P/P 22 0 R/K 1/Pg 3 0 R/Alt(shown words)>>]>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://shown.example)>>>>',
    '<</Author(secret)/Title(secret)/Company(secret)>>',
    '(secret of nobody)',
    stream('/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/JPXDecode', jpeg2000),
  ],
  '/Info 24 0 R/ID[(secret)(secret)]',
)

test('a copy holds the pages and nothing that tells who made them', async () => {
  const copy = await copyOf(telling)
  const said = saidIn(copy ?? Buffer.alloc(0))
  expect(said.match(/.{0,40}secret.{0,20}/g)).toBe(null)
  const shown = [
    ...[
      'shown-lang',
      'shown layers',
      'shown layer',
      'shown heading',
      'shown place',
      'shown words',
      'shown form',
    ],
    ...['shown mark', 'https://shown.example', 'JFIF shown', 'shown box', 'shown code', '% shown'],
  ]
  expect(shown.filter((text) => !said.includes(text))).toEqual([])
  // The mark and the field that is now its stamp; the links, of which one leads nowhere any more.
  expect(said.match(/\/Subtype ?\/(Highlight|Stamp|Link|Widget|Text|FileAttachment)/g)?.sort()).toEqual([
    '/Subtype /Highlight',
    '/Subtype /Link',
    '/Subtype /Link',
    '/Subtype /Stamp',
  ])
})

test('the same file gives the same copy', async () => {
  const copy = await copyOf(telling)
  expect(copy).toBeDefined()
  expect(copy && (await copyOf(telling))?.equals(copy)).toBe(true)
})

test('what was written over is not in the copy', async () => {
  const first = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/X(secret)>>',
  ])
  const later =
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\ntrailer <</Size 4/Root 1 0 R>>\nstartxref\n9\n%%EOF\n'
  const copy = await copyOf(Buffer.concat([first, Buffer.from(later)]))
  expect(saidIn(copy ?? Buffer.alloc(0))).not.toContain('secret')
  expect(saidIn(copy ?? Buffer.alloc(0))).toContain('/MediaBox')
})

test('the text of the pages stays', async () => {
  const document = new PDFDocument({ info: { Author: 'secret' } })
  for (const page of [1, 2, 3]) {
    if (page > 1) document.addPage()
    document.text(`Shown on page ${page}`)
  }
  document.end()
  const bytes = await buffer(document)
  const [original, pages] = [join(folder, 'original.pdf'), join(folder, 'pages.pdf')]
  await writeFile(original, bytes)
  await writeFile(pages, (await copyOf(bytes)) ?? '')
  expect(await inspector.inspect(pages)).toEqual({ ok: true, pages: 3, title: null })
  const text = await inspector.readText(pages)
  expect(text).toEqual(await inspector.readText(original))
  expect(text?.abstract).toBe('Shown on page 1 Shown on page 2')
})

test.each([
  ['encrypted', pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'], '/Encrypt 9 0 R')],
  ['without a page', pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'])],
  ['no PDF', Buffer.from('no PDF')],
])('of a file that is %s there is no copy', async (_, bytes) => {
  expect(await copyOf(bytes)).toBeUndefined()
})

test('a copy that the disk does not take is no verdict on the file: another time it may be made', async () => {
  const path = join(folder, 'paper.pdf')
  await writeFile(path, telling)
  await expect(inspector.copyClean(path, join(folder, 'not there', 'copy.pdf'))).rejects.toThrow(
    'The PDF inspector fails on a file',
  )
  expect(await inspector.copyClean(path, join(folder, 'copy.pdf'))).toEqual({ ok: true })
})
