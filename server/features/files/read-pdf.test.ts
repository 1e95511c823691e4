import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import PDFKit from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broken, cutOff, encrypted, notAPdf } from './pdf-facts.ts'
import { readPdf, usefulTitle } from './read-pdf.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-pdfs-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(bytes: Uint8Array | string) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return readPdf(path)
}

function made(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFKit({ ...options, autoFirstPage: false })
  for (let page = 1; page <= pages; page += 1) document.addPage().text(`Page ${page}`)
  document.end()
  return buffer(document)
}

/** A document by hand: one body per object, numbered from 1, which is the catalogue. */
function byHand(objects: string[], trailer = ''): string {
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return `%PDF-1.7\n${body}trailer <</Size 9/Root 1 0 R ${trailer}>>\nstartxref\n9\n%%EOF\n`
}
const catalogue = '<</Type/Catalog/Pages 2 0 R>>'
const onePage = [catalogue, '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R>>']

test('counts the pages and reads the title', async () => {
  const bytes = await made(3, { info: { Title: '  Heat  flow in\nmembranes – a study ' } })
  expect(await read(bytes)).toEqual({ ok: true, pages: 3, title: 'Heat flow in membranes – a study' })
  expect(await read(await made(1))).toEqual({ ok: true, pages: 1, title: null })
})

test('counts pages, and does not believe the count written in the file', async () => {
  const [, , page = ''] = onePage
  const lying = [catalogue, '<</Type/Pages/Kids[3 0 R]/Count 1000>>', page]
  expect(await read(byHand(lying))).toEqual({ ok: true, pages: 1, title: null })
})

test.each([
  ['a password to open', { userPassword: 'secret' }],
  ['a password to open, AES-256', { userPassword: 'secret', pdfVersion: '1.7ext3' as const }],
  ['a password to change only', { ownerPassword: 'secret' }],
  ['a password to change only, AES-256', { ownerPassword: 'secret', pdfVersion: '1.7ext3' as const }],
])('refuses a file with %s', async (_, options) => {
  expect(await read(await made(1, options))).toEqual(encrypted)
})

test('refuses a file whose key dictionary is missing; an entry without value means nothing', async () => {
  expect(await read(byHand(onePage, '/Encrypt 8 0 R'))).toEqual(encrypted)
  expect(await read(byHand(onePage, '/Encrypt null'))).toEqual({ ok: true, pages: 1, title: null })
})

test.each([
  ['nothing', ''],
  ['text', 'This is my abstract.'],
  ['a zip with a right name', Buffer.from([0x50, 0x4b, 3, 4])],
  ['a header that comes too late', ' '.repeat(1024) + byHand(onePage)],
])('%s is no PDF', async (_, bytes) => {
  expect(await read(bytes)).toEqual(notAPdf)
})

test('allows what a mail gateway put before the header', async () => {
  expect(await read(`X-Scanned: yes\r\n\r\n${byHand(onePage)}`)).toEqual({ ok: true, pages: 1, title: null })
})

test('a file cut off anywhere is refused', async () => {
  const whole = await made(20, { info: { Title: 'A whole paper' } })
  expect(await read(whole)).toMatchObject({ ok: true, pages: 20 })
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.97]) {
    expect(await read(whole.subarray(0, Math.floor(whole.length * share)))).toEqual(cutOff)
  }
})

test.each([
  ['only a beginning and an end', '%PDF-1.7\nstartxref\n9\n%%EOF'],
  ['no pages', byHand([catalogue, '<</Type/Pages/Kids[]/Count 0>>'])],
  ['no page tree', byHand([catalogue])],
  ['a page tree that is its own child', byHand([catalogue, '<</Type/Pages/Kids[2 0 R]/Count 1>>'])],
  ['noise inside', `%PDF-1.7\n${'\xc8'.repeat(5000)}\nstartxref\n9\n%%EOF`],
])('a file with %s is broken', async (_, bytes) => {
  expect(await read(bytes)).toEqual(broken)
})

test('a damaged file never makes it throw', async () => {
  const whole = await made(2)
  const place = fc.nat(whole.length - 1)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 40 }), async (hits) => {
      const bytes = Buffer.from(whole)
      for (const [at, value] of hits) bytes[at] = value
      expect(typeof (await read(bytes)).ok).toBe('boolean')
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['Heat flow', 'Heat flow'],
  ['Über die Wärme', 'Über die Wärme'],
  ['热传导研究与应用', '热传导研究与应用'],
  ['Con\u00adference \u202epaper', 'Conference paper'],
  ['', null],
  ['  ', null],
  ['untitled', null],
  ['Untitled', null],
  ['Document1', null],
  ['Microsoft Word - paper_final2.doc', null],
  ['PowerPoint Presentation', null],
  ['final-version.PDF', null],
  ['main.dvi', null],
  ['12345', null],
])('of the title %j it takes %j', (given, taken) => {
  expect(usefulTitle(given)).toBe(taken)
})

test('a title is always text that can be stored, bounded, and stays itself when read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (given) => {
      const title = usefulTitle(given)
      if (title === null) return
      expect(title.isWellFormed()).toBe(true)
      expect(title.length).toBeLessThanOrEqual(300)
      expect(title).not.toMatch(/\p{Cc}/u)
      expect(title.normalize('NFC')).toBe(title)
      expect(usefulTitle(title)).toBe(title)
    }),
  )
  // What is longer stands in a title's place, and is none.
  expect([usefulTitle('a'.repeat(300)), usefulTitle('a'.repeat(301))]).toEqual(['a'.repeat(300), null])
})

/** Files that nobody of this project made; not part of the repository, so looked at only where they lie. */
const real = join('..', 'shared', 'fixtures', 'pdfs')
const whatTheyAre: [string, unknown][] = [
  ['tracemonkey.pdf', { ok: true, pages: 14, title: null }],
  ['GeoTopo-komprimiert.pdf', { ok: true, pages: 117, title: 'Geometrie und Topologie' }],
  ['rotation.pdf', { ok: true, pages: 2, title: null }],
  ['js-buttons.pdf', { ok: true, pages: 1, title: null }],
  ['libreoffice-writer-password.pdf', encrypted],
  ['PDFBOX-4352-0.pdf', encrypted],
  ['auth-event-ef-open.pdf', encrypted],
  ['secHandler.pdf', encrypted],
  ['pr6531_1.pdf', encrypted],
  ['bug1020226.pdf', cutOff],
  ['unreadablemetadata.pdf', broken],
]
test.skipIf(!existsSync(real)).each(whatTheyAre)('%s is seen for what it is', async (name, facts) => {
  expect(await readPdf(join(real, name))).toEqual(facts)
})

test.skipIf(!existsSync(real))(
  'half of a real paper is refused, though its first pages can be read',
  async () => {
    const whole = await readFile(join(real, 'TAMReview.pdf'))
    expect(await read(whole.subarray(0, whole.length / 2))).toEqual(cutOff)
  },
)
