import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asError } from '#server/core/as-error.ts'
import { type OpenFile, openTogether } from './open-together.ts'
import { AT_ONCE, sentAtOnce, sentFile } from './sent-file.ts'

/** Several blocks, and a part of one. */
const bytes = randomBytes(1_500_000)
let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-sent-'))
  path = join(folder, 'file')
  await writeFile(path, bytes)
})
afterAll(() => rm(folder, { recursive: true }))

/** Keeps what it is given, without a copy, and looks at it only when it takes it: after so many turns of the loop each. */
function taker(turns: readonly number[]) {
  let [waiting, nth] = [0, 0]
  const taken: Buffer[] = []
  const memories = new Set<ArrayBufferLike>()
  const sink = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      waiting += 1
      memories.add(chunk.buffer)
      let left = turns[nth++ % turns.length] ?? 0
      const look = () => {
        left -= 1
        if (left > 0) return void setImmediate(look)
        taken.push(Buffer.from(chunk))
        waiting -= 1
        done()
      }
      look()
    },
  })
  return { sink, memories, bytes: () => Buffer.concat(taken), isTaken: () => waiting === 0 }
}

test('nobody ever sees other bytes than those that were asked for, however slowly they are taken', async () => {
  const turns = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 9 })
  const places = fc.tuple(fc.nat(bytes.length - 1), fc.nat(bytes.length - 1))
  await fc.assert(
    fc.asyncProperty(turns, fc.option(places), async (slow, ends) => {
      const [start = 0, end = bytes.length - 1] = ends?.toSorted((a, b) => a - b) ?? []
      const { sink, isTaken, ...took } = taker(slow)
      const range = ends === null ? undefined : { start, end }
      await pipeline(sentFile(await open(path), { range, length: end - start + 1, isTaken }), sink)
      expect(took.bytes().equals(bytes.subarray(start, end + 1))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('the same memory is used over and over', async () => {
  const { sink, memories, isTaken } = taker([3])
  await pipeline(sentFile(await open(path), { length: bytes.length, isTaken }), sink)
  // The second block is read ahead, while nobody has the first.
  expect(memories.size).toBeLessThanOrEqual(2)
})

test('what is not taken is left alone', async () => {
  const chunks: Buffer[] = []
  const sent = sentFile(await open(path), { length: bytes.length, isTaken: () => false })
  for await (const chunk of sent) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
})

test('a client that reads slowly gets every byte over its connection', async () => {
  const digest = (of: Uint8Array) => createHash('sha256').update(of).digest('hex')
  const files = await Promise.all(Array.from({ length: 4 }, () => open(path)))
  const server = createServer((_request, response) => {
    const [file] = files.splice(0, 1)
    const isTaken = () => response.writableLength === 0
    if (file !== undefined) sentFile(file, { length: bytes.length, isTaken }).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (turns: number) => {
    const asked = get({ port, host: '127.0.0.1' })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const took = taker([turns])
    await pipeline(answer, took.sink)
    return digest(took.bytes())
  }
  expect(await Promise.all([0, 1, 5, 20].map(ask))).toEqual(Array(4).fill(digest(bytes)))
  server.close()
  await once(server, 'close')
})

test('a file that is cut off while it is sent fails; who goes away closes it', async () => {
  const short = join(folder, 'short')
  await writeFile(short, bytes)
  const file = await open(short)
  await truncate(short, bytes.length - 1)
  await expect(buffer(sentFile(file, { length: bytes.length, isTaken: () => true }))).rejects.toThrow(
    `must have ${bytes.length}`,
  )
  const left = await open(path)
  const sent = sentFile(left, { length: bytes.length, isTaken: () => true })
  sent.read(0)
  sent.destroy()
  await once(sent, 'close')
  await expect(left.stat()).rejects.toMatchObject({ code: 'EBADF' })
})

test('what is read at once is what was asked for, closes its file, and fails where there are fewer bytes', async () => {
  const [start, length] = [1_400_000, 100_000]
  const whenGone = () => undefined
  const range = (from: number) => ({ start: from, end: from + length - 1 })
  const file = await open(path)
  const sent = await sentAtOnce(file, { range: range(start), length, whenGone })
  expect(sent.equals(bytes.subarray(start, start + length))).toBe(true)
  await expect(file.stat()).rejects.toMatchObject({ code: 'EBADF' })
  const short = await open(path)
  await expect(sentAtOnce(short, { range: range(start + 1), length, whenGone })).rejects.toThrow(
    `has ${length - 1} bytes or more, and must have ${length}`,
  )
  await expect(short.stat()).rejects.toMatchObject({ code: 'EBADF' })
})

test('memory is not given back while it is read into, whoever has gone meanwhile', async () => {
  const file = await open(path)
  const told: string[] = []
  const slow = {
    read: async (into: Buffer) => {
      await new Promise(setImmediate)
      told.push('read')
      return { bytesRead: into.length, buffer: into }
    },
    stat: () => file.stat(),
    close: () => file.close(),
  }
  // Of read the one form that is used.
  await sentAtOnce(slow as unknown as OpenFile, {
    range: { start: 0, end: AT_ONCE - 1 },
    length: AT_ONCE,
    whenGone: () => void told.push('may be given back'),
  })
  expect(told).toEqual(['read', 'may be given back'])
})

test('of parts of one file that many ask for at once everybody gets their own bytes, also beside those who go away in the middle', async () => {
  const shared = openTogether()
  const server = createServer((request, response) => {
    const [start = 0, end = 0] = (request.url ?? '').slice(1).split('-').map(Number)
    const wanted = { range: { start, end }, length: end - start + 1 }
    const whenGone = (then: () => void) => void response.once('close', then)
    const send = async () => response.end(await sentAtOnce(await shared(path), { ...wanted, whenGone }))
    send().catch((error: unknown) => response.destroy(asError(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async ({ start, length, turns, leaves }: Asked) => {
    const end = Math.min(start + length, bytes.length) - 1
    const asked = get({ port, host: '127.0.0.1', path: `/${start}-${end}` })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    if (leaves) return asked.destroy()
    const took = taker([turns])
    await pipeline(answer, took.sink)
    expect(took.bytes().equals(bytes.subarray(start, end + 1))).toBe(true)
  }
  type Asked = { start: number; length: number; turns: number; leaves: boolean }
  const part = fc.record({
    start: fc.nat(bytes.length - 1),
    length: fc.integer({ min: 1, max: AT_ONCE }),
    turns: fc.nat(5),
    leaves: fc.boolean(),
  })
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 24 }), async (parts) => {
        await Promise.all(parts.map(ask))
      }),
      { numRuns: 30 },
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
