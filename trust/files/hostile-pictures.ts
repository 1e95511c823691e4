import { crc32, deflateSync } from 'node:zlib'
import type { HostileFile } from './hostile-file.ts'

/** One part of a picture: its kind, its bytes and their sum. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** One pixel, or what claims to be another size. */
export function png(width: number, height: number, more: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(4))
  const parts = [chunk('IHDR', head), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

const HTML = '<script>alert(document.domain)</script>'
const bomb = (type: string) =>
  chunk(type, Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(200 * 1024 * 1024))]))

/** Pictures for a profile that are none, too large when unpacked, or something else as well. */
export function hostilePictures(): HostileFile[] {
  const tiny = png(1, 1)
  const texts: Record<string, string> = {
    'a drawing with a script': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'a page of HTML': `<!doctype html>${HTML}`,
    'a PDF': '%PDF-1.7\n1 0 obj\n',
    'an icon of MVG': 'push graphic-context\nfill url(https://127.0.0.1/x)',
    'a moving picture': `GIF89a${'\x00'.repeat(60)}`,
    'a bitmap': `BM${'\x00'.repeat(60)}`,
    nothing: '',
  }
  return [
    ...Object.entries(texts).map(([name, text]) => ({
      name: `picture: ${name}`,
      bytes: Buffer.from(text, 'latin1'),
      must: 'not_an_image' as const,
    })),
    { name: 'picture: 100,000 by 100,000', bytes: png(100_000, 100_000), must: 'not_an_image' as const },
    {
      name: 'picture: four thousand million wide',
      bytes: png(4_294_967_295, 1),
      must: 'not_an_image' as const,
    },
    { name: 'picture: 0 by 0', bytes: png(0, 0), must: 'not_an_image' as const },
    ...['zTXt', 'iCCP'].map((type) => ({
      name: `picture: 200 MB in ${type}`,
      bytes: png(1, 1, [bomb(type)]),
      must: 'kept' as const,
    })),
    { name: 'picture: HTML after its end', bytes: Buffer.concat([tiny, Buffer.from(HTML)]), must: 'kept' },
    {
      name: 'picture: HTML in its text',
      bytes: png(1, 1, [chunk('tEXt', Buffer.from(`Title\0${HTML}`))]),
      must: 'kept',
    },
    ...[8, 16, 24, 30].map((at) => ({
      name: `picture: cut off at ${at}`,
      bytes: tiny.subarray(0, at),
      must: at < 24 ? ('not_an_image' as const) : (['kept', 'not_an_image'] as const),
    })),
    ...[2, 4, 20, 100].map((length) => ({
      name: `picture: the first ${length} bytes of a JPEG`,
      bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(length)]).subarray(0, length),
      must: 'not_an_image' as const,
    })),
    {
      name: 'picture: a WEBP that ends',
      bytes: Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
      must: 'not_an_image' as const,
    },
  ]
}
