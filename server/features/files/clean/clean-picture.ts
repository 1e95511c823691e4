import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNull, PDFRawStream } from '@cantoo/pdf-lib'

/**
 * The bytes of a stream without what a camera or a program wrote into a picture: who took it, where and when. Layers of
 * packing around a picture are taken off where there are any. What is no such picture is given as it is.
 */
export function cleanPicture(stream: PDFRawStream): { contents: Uint8Array; filter?: string } {
  const names = filtersOf(stream.dict)
  const filter = names.at(-1)
  if (filter !== 'DCTDecode' && filter !== 'DCT' && filter !== 'JPXDecode')
    return { contents: stream.contents }
  const packed = names.length > 1
  const bytes = packed ? unpacked(stream, names.slice(0, -1)) : stream.contents
  const contents = filter === 'JPXDecode' ? cleanJpeg2000(bytes) : cleanJpeg(bytes)
  return packed ? { contents, filter } : { contents }
}

/** The names of a stream's filters, the outermost first. */
function filtersOf(dict: PDFDict): string[] {
  const filter = dict.lookup(PDFName.of('Filter'))
  const list = filter instanceof PDFArray ? filter.asArray().map((one) => dict.context.lookup(one)) : [filter]
  return list.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []))
}

function unpacked(stream: PDFRawStream, filters: readonly string[]): Uint8Array {
  const { context } = stream.dict
  const parms = stream.dict.lookup(PDFName.of('DecodeParms'))
  const dict = PDFDict.withContext(context)
  dict.set(PDFName.of('Filter'), context.obj([...filters]))
  if (parms instanceof PDFArray) {
    dict.set(PDFName.of('DecodeParms'), context.obj(filters.map((_, nth) => parms.lookup(nth) ?? PDFNull)))
  }
  return decodePDFRawStream(PDFRawStream.of(dict, stream.contents)).decode()
}

const [MARK, SOI, SOS] = [0xff, 0xd8, 0xda]
/** JFIF's, colour profiles' and Adobe's: how the picture is to be shown. */
const kept = [0xe0, 0xe2, 0xee]

/** A JPEG (ITU T.81, B.1.1) without comments and applications' segments that only describe it. */
function cleanJpeg(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== MARK || bytes[1] !== SOI) return bytes
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === MARK) {
    const marker = bytes[at + 1] ?? 0
    // A mark may be led by any number of such bytes.
    if (marker === MARK) {
      at += 1
      continue
    }
    if (marker === SOS) break
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
    const describes = (marker >= 0xe0 && marker <= 0xef && !kept.includes(marker)) || marker === 0xfe
    if (!describes) parts.push(bytes.subarray(at, end))
    at = end
  }
  parts.push(bytes.subarray(at))
  return Buffer.concat(parts)
}

/** A JPEG 2000 file (ISO 15444-1, Annex I) with its descriptions blotted out; lengths and places stay. */
function cleanJpeg2000(bytes: Uint8Array): Uint8Array {
  const clean = Buffer.from(bytes)
  for (let at = 0; at + 8 <= clean.length; ) {
    const said = clean.readUInt32BE(at)
    const type = clean.toString('latin1', at + 4, at + 8)
    // 0: to the end; 1: the length follows in eight bytes.
    const length =
      said === 0
        ? clean.length - at
        : said === 1 && at + 16 <= clean.length
          ? Number(clean.readBigUInt64BE(at + 8))
          : said
    const end = Math.min(at + length, clean.length)
    if (length < 8) break
    if (type === 'xml ' || type === 'uuid' || type === 'uinf') {
      clean.write('free', at + 4, 'latin1')
      clean.fill(0, Math.min(at + (said === 1 ? 16 : 8), end), end)
    }
    at = end
  }
  return clean
}
