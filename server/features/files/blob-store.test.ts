import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#server/core/app-error.ts'
import { openToOthers } from '#tests/modes-below.ts'
import { openS3Peer } from '#tests/s3-peer.ts'
import { type BlobStore, keyOf } from './blob-store.ts'
import { openDiskStore } from './disk-store.ts'
import { openS3Store } from './s3-store.ts'
import { BLOCK } from './sent-file.ts'

const folders: string[] = []
let peer: Awaited<ReturnType<typeof openS3Peer>>
beforeAll(async () => {
  peer = await openS3Peer()
})
afterAll(async () => {
  await peer.close()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

const kinds = {
  disk: openDiskStore,
  // A folder of its own within the bucket: the tests do not see each other's.
  S3: (folder: string) => openS3Store({ ...peer.place, prefix: `${folder.slice(1)}/` }, folder),
}

async function emptyStore(open: (folder: string) => Promise<BlobStore>) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-blobs-'))
  folders.push(folder)
  return { folder, store: await open(folder), waiting: () => readdir(join(folder, 'incoming')) }
}

const bytes = Buffer.from('%PDF-1.7 some bytes of a paper')

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  test('measures what arrives, in whatever pieces it comes', async () => {
    const { store } = await emptyStore(kind)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 })), async (chunks) => {
        const whole = Buffer.concat(chunks)
        const received = await store.receive(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), 1e6)
        await store.discard(received)
        const { path: _, ...measured } = received
        expect(measured).toEqual({
          size: whole.length,
          md5: createHash('md5').update(whole).digest('base64'),
          sha256: createHash('sha256').update(whole).digest('hex'),
        })
      }),
      { numRuns: 30 },
    )
  })

  test('measures text by its bytes, whatever its letters are', async () => {
    const { store } = await emptyStore(kind)
    const text = ['{"title": "Überprüfung ', '応力 and 🏗"}']
    const whole = Buffer.from(text.join(''))
    const received = await store.receive(Readable.from(text), whole.length)
    expect([received.size, received.sha256]).toEqual([
      whole.length,
      createHash('sha256').update(whole).digest('hex'),
    ])
    await store.discard(received)
    await expect(store.receive(Readable.from(text), whole.length - 1)).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('keeps bytes under a key made from their content and gives them back', async () => {
    const { store, waiting } = await emptyStore(kind)
    const received = await store.receive(Readable.from([bytes]), 1000)
    const key = await store.keep(received)
    const { sha256 } = received
    expect(key).toBe(`${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`)
    expect(key).toBe(keyOf(sha256))
    expect(await buffer(await store.open(key))).toEqual(bytes)
    expect(await store.sizeOf(key)).toBe(bytes.length)
    expect(await waiting()).toEqual([])
  })

  test('gives a part of a blob, both ends included', async () => {
    const { store } = await emptyStore(kind)
    const key = await store.keep(await store.receive(Readable.from([bytes]), 1000))
    expect(String(await buffer(await store.open(key, { start: 1, end: 3 })))).toBe('PDF')
  })

  test('sends a blob or a part of it, and nothing where it has more or fewer bytes than were said', async () => {
    const { store } = await emptyStore(kind)
    // One that is sent at once, and one that is sent block by block.
    for (const whole of [bytes, Buffer.alloc(5 * BLOCK + 1, bytes)]) {
      const key = await store.keep(await store.receive(Readable.from([whole]), whole.length))
      const sent = async (length: number, range?: { start: number; end: number }) => {
        const bytes = await store.openToSend(key, {
          length,
          range,
          isTaken: () => false,
          whenGone: () => undefined,
        })
        return bytes instanceof Readable ? buffer(bytes) : bytes
      }
      expect((await sent(whole.length)).equals(whole)).toBe(true)
      expect(String(await sent(3, { start: 1, end: 3 }))).toBe('PDF')
      const most = { start: 1, end: whole.length - 1 }
      expect((await sent(whole.length - 1, most)).equals(whole.subarray(1))).toBe(true)
      for (const wrong of [whole.length - 1, whole.length + 1])
        await expect(sent(wrong)).rejects.toThrow(`must have ${wrong}`)
    }
  })

  test('the same bytes kept twice, even at once, are one blob', async () => {
    const { store, waiting } = await emptyStore(kind)
    const [a, b] = await Promise.all([
      store.receive(Readable.from([bytes]), 1000),
      store.receive(Readable.from([bytes]), 1000),
    ])
    expect(a.path).not.toBe(b.path)
    const keys = await Promise.all([store.keep(a), store.keep(b)])
    expect(keys[0]).toBe(keys[1])
    expect(await buffer(await store.open(keys[0]))).toEqual(bytes)
    expect(await waiting()).toEqual([])
  })

  test('a file of exactly the limit is taken, one byte more is refused with nothing left', async () => {
    const { store, waiting } = await emptyStore(kind)
    const limit = bytes.length
    expect((await store.receive(Readable.from([bytes]), limit)).size).toBe(limit)
    expect(await waiting()).toHaveLength(1)
    const refused = store.receive(Readable.from([bytes, Buffer.from('x')]), limit)
    await expect(refused).rejects.toEqual(
      new AppError('too_large', 'The file is larger than 0 MB.', { limitBytes: limit }),
    )
    expect(await waiting()).toHaveLength(1)
  })

  test('refuses while streaming: an endless sender is cut off at the limit', async () => {
    const { store, waiting } = await emptyStore(kind)
    let sent = 0
    const endless = new Readable({
      read() {
        sent += 65_536
        this.push(Buffer.alloc(65_536))
      },
    })
    await expect(store.receive(endless, 10 * 1024 * 1024)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file is larger than 10 MB.',
    })
    expect(endless.destroyed).toBe(true)
    expect(sent).toBeLessThan(11 * 1024 * 1024)
    expect(await waiting()).toEqual([])
  })

  test('a sender that breaks off leaves nothing behind', async () => {
    const { store, waiting } = await emptyStore(kind)
    const stream = new PassThrough()
    const receiving = store.receive(stream, 1000)
    stream.write(bytes)
    stream.destroy(new Error('connection lost'))
    await expect(receiving).rejects.toThrow('connection lost')
    const gone = new PassThrough()
    gone.destroy()
    await expect(store.receive(gone, 1000)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
    expect(await waiting()).toEqual([])
  })

  test('what is discarded is gone; discarding what was kept does no harm', async () => {
    const { store, waiting } = await emptyStore(kind)
    await store.discard(await store.receive(Readable.from(['other bytes']), 1000))
    expect(await waiting()).toEqual([])
    const received = await store.receive(Readable.from([bytes]), 1000)
    const key = await store.keep(received)
    await store.discard(received)
    expect(await buffer(await store.open(key))).toEqual(bytes)
  })

  test('a removed blob is unknown, and may be removed again', async () => {
    const { store } = await emptyStore(kind)
    const key = await store.keep(await store.receive(Readable.from([bytes]), 1000))
    await store.remove(key)
    await store.remove(key)
    expect(await store.sizeOf(key)).toBeUndefined()
    await expect(store.open(key).then(buffer)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test.each([
    '',
    '../../secret',
    'ab/cd/../../../secret',
    '/etc/passwd',
    `ab/cd/${'A'.repeat(64)}`,
    `${keyOf('a'.repeat(64))}\n`,
  ])('refuses %j as a key', async (key) => {
    const { store } = await emptyStore(kind)
    await expect(store.open(key)).rejects.toThrow('not a storage key')
    await expect(store.sizeOf(key)).rejects.toThrow('not a storage key')
    await expect(store.remove(key)).rejects.toThrow('not a storage key')
    await expect(store.lend(key, async () => undefined)).rejects.toThrow('not a storage key')
  })

  test('lends the bytes as a file, and takes back what it had to fetch', async () => {
    const { store, waiting } = await emptyStore(kind)
    const key = await store.keep(await store.receive(Readable.from([bytes]), 1000))
    expect(await store.lend(key, (path) => readFile(path))).toEqual(bytes)
    await expect(store.lend(keyOf('a'.repeat(64)), (path) => readFile(path))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    expect(await waiting()).toEqual([])
  })

  test('what was prepared and removed before it was kept is there afterwards all the same', async () => {
    const { store } = await emptyStore(kind)
    const received = await store.receive(Readable.from([bytes]), 1000)
    await store.prepare(received)
    await store.remove(keyOf(received.sha256))
    expect(await store.sizeOf(await store.keep(received))).toBe(bytes.length)
  })

  test('lists the keys of what was kept before a moment, in portions', async () => {
    const { store } = await emptyStore(kind)
    const keys: string[] = []
    for (let nth = 0; nth < 5; nth += 1)
      keys.push(await store.keep(await store.receive(Readable.from([`paper ${nth}`]), 1000)))
    const keptBefore = async (moment: Date) => {
      const found: string[] = []
      for await (const some of store.keysBefore(moment)) found.push(...some)
      return found.sort()
    }
    expect(await keptBefore(new Date(Date.now() + 60_000))).toEqual([...keys].sort())
    expect(await keptBefore(new Date(Date.now() - 60_000))).toEqual([])
  })
})

test('the keys on a disk come in portions as large as a bucket’s, however its folders are filled', async () => {
  const { folder, store } = await emptyStore(openDiskStore)
  for (let nth = 0; nth < 1001; nth += 1) {
    const path = join(folder, 'blobs', keyOf(createHash('sha256').update(String(nth)).digest('hex')))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '')
  }
  const portions: number[] = []
  for await (const some of store.keysBefore(new Date(Date.now() + 60_000))) portions.push(some.length)
  expect(portions).toEqual([1000, 1])
})

test('opening removes what a killed process left a day ago, and nothing newer', async () => {
  const { folder, waiting } = await emptyStore(openDiskStore)
  await writeFile(join(folder, 'incoming', 'old'), 'x')
  await writeFile(join(folder, 'incoming', 'new'), 'x')
  const yesterday = Date.now() / 1000 - 25 * 3600
  await utimes(join(folder, 'incoming', 'old'), yesterday, yesterday)
  await openDiskStore(folder)
  expect(await waiting()).toEqual(['new'])
})

test('no other account reads what is kept or waits, also in a folder that an earlier version left open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-blobs-'))
  folders.push(folder)
  const files = join(folder, 'files')
  await mkdir(files)
  await chmod(files, 0o755)
  const store = await openDiskStore(files)
  await store.keep(await store.receive(Readable.from([bytes]), 1000))
  await store.receive(Readable.from(['it waits']), 1000)
  expect((await stat(files)).mode & 0o777).toBe(0o700)
  // blobs, three more for the key, incoming, and what waits.
  expect(await readdir(files, { recursive: true })).toHaveLength(6)
  expect(await openToOthers(files)).toEqual([])
})

test('a store that does not answer is told as such, with a time to come back at', async () => {
  const gone = await openS3Peer()
  await gone.close()
  const { store } = await emptyStore((folder) => openS3Store(gone.place, folder))
  const received = await store.receive(Readable.from([bytes]), 1000)
  const refusal = { code: 'unavailable', status: 503, retryAfter: 5 }
  await expect(store.keep(received)).rejects.toMatchObject(refusal)
  await expect(store.open(keyOf(received.sha256))).rejects.toMatchObject(refusal)
  await expect(store.sizeOf(keyOf(received.sha256))).rejects.toMatchObject(refusal)
})

describe('a store far away', () => {
  const quick = { connect: 2000, answer: 300, silence: 300, sending: 300, sendingAgain: 300 }

  /** A store whose bucket answers as it is told here. */
  async function openStoreOf(answer: RequestListener) {
    const server = createServer(answer)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const place = { ...peer.place, endpoint: `http://127.0.0.1:${port}` }
    const { store } = await emptyStore((folder) => openS3Store(place, folder, quick))
    const end = () => {
      store.close()
      server.closeAllConnections()
      server.close()
    }
    return { store, end }
  }

  test('one that never answers is given up, whatever it is asked', async () => {
    const { store, end } = await openStoreOf(() => undefined)
    try {
      const received = await store.receive(Readable.from([bytes]), 1000)
      const key = keyOf(received.sha256)
      const asked = [store.keep(received), store.remove(key), store.open(key), store.sizeOf(key)]
      const refusal = { status: 'rejected', reason: { code: 'unavailable', retryAfter: 5 } }
      expect(await Promise.allSettled(asked)).toMatchObject(asked.map(() => refusal))
    } finally {
      end()
    }
  })

  test.each([
    { status: 503, told: 'may yet remove it', error: { code: 'unavailable' } },
    { status: 403, told: 'has not removed it', error: { $metadata: { httpStatusCode: 403 } } },
  ])('one that answers $status to a removal is told once, and $told', async ({ status, error }) => {
    let told = 0
    const { store, end } = await openStoreOf((request, response) => {
      told += Number(request.method === 'DELETE')
      response.writeHead(status).end()
    })
    try {
      const removed = store.remove(keyOf(createHash('sha256').update(bytes).digest('hex')))
      await expect(removed).rejects.toMatchObject(error)
      expect(told).toBe(1)
    } finally {
      end()
    }
  })

  test('who reads slowly is not cut off, and sixty of them are in nobody’s way', async () => {
    const own = { ...peer.place, prefix: 'slow/' }
    const [long, silence] = [30_000, 1500]
    const patience = { connect: long, answer: long, silence, sending: long, sendingAgain: long }
    const { store } = await emptyStore((folder) => openS3Store(own, folder, patience))
    const large = Buffer.alloc(4_000_000, 7)
    const key = await store.keep(await store.receive(Readable.from([large]), large.length))
    const slow = await Promise.all(Array.from({ length: 60 }, () => store.open(key)))
    // Longer than the store may be silent; none of them is read meanwhile.
    const until = performance.now() + 2 * silence
    while (performance.now() < until)
      expect((await buffer(await store.open(key, { start: 0, end: 9 }))).length).toBe(10)
    expect(await store.sizeOf(key)).toBe(large.length)
    const [first, ...others] = slow
    for (const other of others) other.destroy()
    expect(first && (await buffer(first)).equals(large)).toBe(true)
    store.close()
  })
})

test('a bucket that is not there is a fault, not an empty store', async () => {
  const { store } = await emptyStore((folder) => openS3Store({ ...peer.place, bucket: 'nowhere' }, folder))
  const received = await store.receive(Readable.from([bytes]), 1000)
  await expect(store.keep(received)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(store.open(keyOf(received.sha256))).rejects.toMatchObject({ code: 'unavailable' })
})
