import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { openS3Store } from '#server/features/files/s3-store.ts'
import { copyBlobs } from './copy-blobs.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-copy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const TAKES_MS = 600
const patience = { connect: 5000, answer: 5000, silence: 5000, sending: 30_000, sendingAgain: 100 }

/** A bucket that takes its time for a file, or refuses it, and what it holds by then. */
async function openBucket(name: string, status: number) {
  const held = new Map<string, Buffer>()
  const answerTo = async (request: IncomingMessage, answer: ServerResponse) => {
    const path = new URL(request.url ?? '', 'http://bucket').pathname
    if (request.method === 'PUT') {
      const bytes = await buffer(request)
      await setTimeout(TAKES_MS)
      if (status === 200) held.set(path, bytes)
      answer.writeHead(status).end()
    } else {
      const size = held.get(path)?.length
      answer.writeHead(size === undefined ? 404 : 200, { 'content-length': size ?? 0 }).end()
    }
  }
  const server = createServer((request, answer) => void answerTo(request, answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const place = {
    bucket: 'papers',
    prefix: '',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  }
  const waiting = join(folder, name)
  const store = await openS3Store(place, waiting, patience)
  const close = () => {
    store.close()
    server.closeAllConnections()
    server.close()
  }
  return { store, held, close, left: () => readdir(join(waiting, 'incoming')) }
}

async function fromDisk() {
  const disk = await openDiskStore(join(folder, 'disk'))
  return { disk, key: await disk.keep(await disk.receive(Readable.from(['%PDF-1.7']), 1000)) }
}

test('a bucket is given all the time that it needs for a file', async () => {
  const { disk, key } = await fromDisk()
  const { store, held, close, left } = await openBucket('slow', 200)
  try {
    expect(await copyBlobs(disk, store, [key])).toEqual({ added: 1, missing: [] })
    expect([...held].map(([path, bytes]) => [path, String(bytes)])).toEqual([[`/papers/${key}`, '%PDF-1.7']])
    expect(await left()).toEqual([])
  } finally {
    close()
  }
})

test('of a file that a bucket refuses nothing is left behind', async () => {
  const { disk, key } = await fromDisk()
  const { store, close, left } = await openBucket('refusing', 403)
  try {
    await expect(copyBlobs(disk, store, [key])).rejects.toMatchObject({ code: 'unavailable' })
    expect(await left()).toEqual([])
  } finally {
    close()
  }
})
