import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

const STAMP = '0'.repeat(32)
const WIDTH = 500
const PAGES = 4

/** A real PDF that can be had any number of times, each a file of its own: a stamp of the same length differs. */
export interface StampedPdf {
  size: number
  /** The next file, in pieces. */
  next: () => Uint8Array<ArrayBuffer>[]
}

/** A PDF of some pages of text and a picture of noise, which no compression makes smaller: of about this size. */
export async function stampedPdf(bytes: number): Promise<StampedPdf> {
  const document = new PDFDocument({ info: { Title: 'A paper about bridges', Keywords: STAMP } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()))
  for (let page = 1; page <= PAGES; page += 1) {
    if (page > 1) document.addPage()
    document.text(`Page ${page}. ${'We report measurements on bridges in service. '.repeat(40)}`)
  }
  document.addPage().image(noise(bytes), { fit: [400, 600] })
  document.end()
  await ended
  const whole = Buffer.concat(chunks)
  const at = whole.indexOf(STAMP)
  if (at < 0) throw new Error('the PDF has no place for a stamp')
  const [before, after] = [Uint8Array.from(whole.subarray(0, at)), Uint8Array.from(whole.subarray(at + 32))]
  const stamp = () => Uint8Array.from(Buffer.from(randomBytes(16).toString('hex')))
  return { size: whole.length, next: () => [before, stamp(), after] }
}

/** A grey PNG of random dots (PNG, third edition), stored rather than compressed. */
function noise(bytes: number): Buffer {
  const height = Math.floor(bytes / (WIDTH + 1))
  const rows = randomBytes(height * (WIDTH + 1))
  for (let row = 0; row < height; row += 1) rows[row * (WIDTH + 1)] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(rows, { level: 0 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
