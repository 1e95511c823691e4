import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/core/app-error.ts'
import { inspectImage } from './inspect-image.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-images-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function inspect(bytes: Uint8Array | string) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return inspectImage(path)
}

/** PNG, third edition, §5.2 and §11.2.1: signature, then IHDR with width and height. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** ITU-T T.81, Annex B: SOI, as much application data as wanted, then the frame header. */
function jpeg(width: number, height: number, metadata = 0): Buffer {
  const before = Buffer.alloc(metadata === 0 ? 0 : metadata + 4)
  if (metadata > 0) before.writeUInt32BE(0xffe20000 + metadata + 2)
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const app0 = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app0, before, frame, Buffer.from([0xff, 0xd9])])
}

/** RFC 9649 §2.7: extended format, canvas size minus one in 24 bits. */
function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF')
  bytes.writeUInt32LE(22, 4)
  bytes.write('WEBPVP8X', 8)
  bytes.writeUInt32LE(10, 16)
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}

const refusal = new AppError('not_an_image', 'Please choose a PNG/JPG/WEBP image.')
const tooManyPixels = new AppError('not_an_image', 'The image has too many pixels; 40 million are the most.')

test('recognises PNG, JPEG and WEBP by what they hold', async () => {
  expect(await inspect(png(300, 200))).toBe('image/png')
  expect(await inspect(jpeg(300, 200))).toBe('image/jpeg')
  expect(await inspect(jpeg(300, 200, 60_000))).toBe('image/jpeg')
  expect(await inspect(webp(300, 200))).toBe('image/webp')
})

test('refuses more than 40 million pixels', async () => {
  expect(await inspect(png(8000, 5000))).toBe('image/png')
  for (const image of [png(8001, 5000), jpeg(8001, 5000), webp(8001, 5000), png(2 ** 31, 2 ** 31)]) {
    await expect(inspect(image)).rejects.toEqual(tooManyPixels)
  }
})

test.each([
  ['nothing', ''],
  ['text', 'hello'],
  ['a PDF', '%PDF-1.7\n'],
  ['a drawing with scripts', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1')],
  ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60, 1)])],
  ['a PNG without size', png(0, 5)],
  ['a PNG cut off', png(5, 5).subarray(0, 14)],
  ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1])],
])('refuses %s', async (_, bytes) => {
  await expect(inspect(bytes)).rejects.toEqual(refusal)
})

test('whatever follows an image’s first bytes, the answer is a type or a refusal', async () => {
  const starts = [png(5, 5).subarray(0, 16), jpeg(5, 5).subarray(0, 20), webp(5, 5).subarray(0, 16)]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
      const found = await inspect(Buffer.concat([start, rest])).catch((error: unknown) => error)
      if (typeof found === 'string') expect(found).toMatch(/^image\/(png|jpeg|webp)$/)
      else expect(found).toMatchObject({ name: 'AppError', code: 'not_an_image' })
    }),
    { numRuns: 300 },
  )
})
