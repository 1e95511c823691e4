import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inMegabytes, writeMeasured } from './write-measured.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-measured-'))
})
afterAll(() => rm(folder, { recursive: true }))

const BLOCK = 512 * 1024
const LIMIT = 10 * BLOCK

/** Bytes in pieces of a size that no block is a multiple of. */
function* piecesOf(bytes: Buffer, size = 60_001): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function measuredBy(bytes: Uint8Array) {
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    md5: createHash('md5').update(bytes).digest('base64'),
    size: bytes.length,
  }
}

describe.each([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5 * BLOCK + 7])('of %i bytes', (length) => {
  test('all are written and measured', async () => {
    const bytes = randomBytes(length)
    const path = join(folder, `whole-${length}`)
    expect(await writeMeasured(Readable.from(piecesOf(bytes)), path, LIMIT)).toEqual(measuredBy(bytes))
    expect((await readFile(path)).equals(bytes)).toBe(true)
  })
})

test('files that come at once are each measured by themselves', async () => {
  const all = Array.from({ length: 6 }, (_, nth) => randomBytes(2 * BLOCK + nth))
  const written = all.map((bytes, nth) =>
    writeMeasured(Readable.from(piecesOf(bytes)), join(folder, `beside-${nth}`), LIMIT),
  )
  expect(await Promise.all(written)).toEqual(all.map(measuredBy))
})

test('many that stand still in the middle hold little memory, and are measured when they go on', async () => {
  const bytes = randomBytes(BLOCK + BLOCK / 2)
  const sent = [...piecesOf(bytes)]
  const [goOn, until] = promised()
  let waiting = 0
  const [allWait, toldAll] = promised()
  async function* slowly() {
    yield* sent.slice(0, -1)
    waiting += 1
    if (waiting === 150) allWait()
    await until
    yield* sent.slice(-1)
  }
  const before = process.memoryUsage().arrayBuffers
  const written = Array.from({ length: 150 }, (_, nth) =>
    writeMeasured(Readable.from(slowly()), join(folder, `slow-${nth}`), LIMIT),
  )
  await toldAll
  // A block to gather in and one to hand over for each: 150 MB, were all of them large.
  expect((process.memoryUsage().arrayBuffers - before) / 1e6).toBeLessThan(75)
  goOn()
  const measured = measuredBy(bytes)
  expect(await Promise.all(written)).toEqual(written.map(() => measured))
})

/** A promise, and what fulfils it. */
function promised(): [() => void, Promise<void>] {
  let fulfil = () => {}
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve
  })
  return [fulfil, promise]
}

test('bytes come in whatever kind of array', async () => {
  const bytes = randomBytes(BLOCK + 5)
  const plain = [...piecesOf(bytes)].map((piece) => Uint8Array.from(piece))
  expect(await writeMeasured(Readable.from(plain), join(folder, 'plain'), LIMIT)).toEqual(measuredBy(bytes))
})

test('what is written as text is measured by its bytes', async () => {
  const text = 'Übersicht '.repeat(1000)
  const measured = await writeMeasured(Readable.from([text]), join(folder, 'text'), LIMIT)
  expect(measured).toEqual(measuredBy(Buffer.from(text)))
})

test('a file ends at its limit, and a source that fails is told, whatever was under way; the next is measured', async () => {
  const bytes = randomBytes(4 * BLOCK)
  await expect(
    writeMeasured(Readable.from(piecesOf(bytes)), join(folder, 'too-large'), 3 * BLOCK),
  ).rejects.toMatchObject({ code: 'too_large', details: { limitBytes: 3 * BLOCK } })
  const failing = async function* () {
    yield* piecesOf(bytes)
    throw new Error('the line is cut')
  }
  await expect(writeMeasured(failing(), join(folder, 'cut'), LIMIT)).rejects.toThrow('the line is cut')
  const path = join(folder, 'afterwards')
  expect(await writeMeasured(Readable.from(piecesOf(bytes)), path, LIMIT)).toEqual(measuredBy(bytes))
})

test('a name that is taken is not written over', async () => {
  const path = join(folder, 'taken')
  await writeMeasured(Readable.from(['first']), path, LIMIT)
  await expect(writeMeasured(Readable.from(['second']), path, LIMIT)).rejects.toMatchObject({
    code: 'EEXIST',
  })
  expect(await readFile(path, 'utf8')).toBe('first')
  expect(await readdir(folder)).toContain('taken')
})

test('megabytes are counted as file managers do', () => {
  expect([10 * 1024 * 1024, 1.5 * 1024 * 1024, 52_428_800].map(inMegabytes)).toEqual([
    '10 MB',
    '1.5 MB',
    '50 MB',
  ])
})
