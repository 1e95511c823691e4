import { deflateSync } from 'node:zlib'

/** A PDF by hand: one body per object, numbered from 1, which is the catalogue; with a right table of places. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(at)
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R ${trailer}>>\nstartxref\n${at}\n%%EOF\n`
  add(Buffer.from(end, 'latin1'))
  return Buffer.concat(parts)
}

/** A stream object with its length. */
export function streamOf(bytes: Buffer, entries = ''): Buffer {
  const head = Buffer.from(`<</Length ${bytes.length}${entries}>>\nstream\n`, 'latin1')
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}

const TEXT = Buffer.from('BT /F1 12 Tf 72 700 Td (A paper about bridges.) Tj ET')
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'

/** What of a plain document of one page is made otherwise: entries of its catalogue and page, and objects from 6 on. */
interface Otherwise {
  catalogue?: string
  page?: string
  content?: Buffer
  more?: readonly (string | Buffer)[]
  trailer?: string
}

/** A document of one page that any reader opens, but for what is otherwise. */
export function onePage({ trailer, ...otherwise }: Otherwise): Buffer {
  return pdfOf(objectsOf(otherwise), trailer)
}

function objectsOf({ catalogue = '', page = '', content, more = [] }: Otherwise): (string | Buffer)[] {
  return [
    `<</Type/Catalog/Pages 2 0 R ${catalogue}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R ${page}>>`,
    content ?? streamOf(TEXT),
    FONT,
    ...more,
  ]
}

/** The same with all but streams packed in a stream, and so the table of places (ISO 32000-2, 7.5.7 and 7.5.8). */
export function packedOnePage(otherwise: Otherwise): Buffer {
  const objects = objectsOf(otherwise)
  const packed = objects.flatMap((body, at) => (typeof body === 'string' ? [{ number: at + 1, body }] : []))
  let place = 0
  const heads = packed.map(({ number, body }) => {
    const head = `${number} ${place} `
    place += body.length + 1
    return head
  })
  const first = heads.join('')
  const bodies = packed.map(({ body }) => `${body}\n`).join('')
  const packs = deflateSync(Buffer.from(first + bodies, 'latin1'))
  const pack = streamOf(packs, `/Type/ObjStm/N ${packed.length}/First ${first.length}/Filter/FlateDecode`)
  const [packNumber, tableNumber] = [objects.length + 1, objects.length + 2]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const rows: [kind: number, place: number, index: number][] = [[0, 0, 65_535]]
  const add = (number: number, body: Buffer) => {
    rows[number] = [1, Buffer.concat(parts).length, 0]
    parts.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  }
  for (const [at, body] of objects.entries()) if (typeof body !== 'string') add(at + 1, body)
  for (const [index, { number }] of packed.entries()) rows[number] = [2, packNumber, index]
  add(packNumber, pack)
  const start = Buffer.concat(parts).length
  rows[tableNumber] = [1, start, 0]
  const table = Buffer.concat(
    rows.map(([kind, at, index]) => {
      const row = Buffer.alloc(7)
      row.writeUInt8(kind)
      row.writeUInt32BE(at, 1)
      row.writeUInt16BE(index, 5)
      return row
    }),
  )
  add(tableNumber, streamOf(table, `/Type/XRef/W[1 4 2]/Size ${rows.length}/Root 1 0 R`))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)])
}
