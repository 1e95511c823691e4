import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Place } from '#server/core/config.ts'
import { type BlobStore, checkedKey, isKey, keyOf, type Received } from './blob-store.ts'
import { withFirstBytes } from './first-bytes.ts'
import { notSilent } from './not-silent.ts'
import { ofLength } from './of-length.ts'
import { answered, found, unlessRefused, within } from './s3-answers.ts'
import { openWaitingRoom } from './waiting-room.ts'

/** Milliseconds that the store is given. */
interface Patience {
  /** To be reached. */
  connect: number
  /** For the answer to a question, whatever its client tries meanwhile. */
  answer: number
  /** To be silent for while a file is sent to it, or waited for. */
  silence: number
  /** To take a file. */
  sending: number
  /** To take a file that went meanwhile, while a transaction waits: with the question before it less than a database lets that rest (open.ts). */
  sendingAgain: number
}
const usual: Patience = {
  connect: 3000,
  answer: 10_000,
  silence: 30_000,
  sending: 5 * 60_000,
  sendingAgain: 15_000,
}
/** Lines to the store for questions and what is sent to it, and as many for what is read: who reads slowly has one for long. */
const LINES = 500
/** A lent file is at most what may be uploaded, with room. */
const LENT_MAX_BYTES = 1024 * 1024 * 1024

/**
 * Keeps blobs as objects of a bucket (S3's protocol); what arrives is measured and inspected on this machine's disk
 * first. The store checks what it gets by its MD5; an object is whole or not there.
 */
export async function openS3Store(place: S3Place, folder: string, patience = usual): Promise<BlobStore> {
  const room = await openWaitingRoom(folder)
  const { bucket, endpoint, region, credentials } = place
  const clientOf = (socketTimeout: number, maxAttempts?: number) =>
    new S3Client({
      region,
      ...(maxAttempts === undefined ? {} : { maxAttempts }),
      // Else streamed bodies are stored with the frames of their chunks by some servers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: patience.connect,
        requestTimeout: patience.sending,
        throwOnRequestTimeout: true,
        socketTimeout,
        httpAgent: { keepAlive: true, maxSockets: LINES },
        httpsAgent: { keepAlive: true, maxSockets: LINES },
      },
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
    })
  const s3 = clientOf(patience.silence)
  // Its lines are silent while whoever reads is slow.
  const reading = clientOf(0)
  // Told once: an answer to a second time would say nothing of the first, which may still be on its way.
  const removing = clientOf(patience.silence, 1)
  const at = (key: string) => ({ Bucket: bucket, Key: place.prefix + checkedKey(key) })

  const sizeOf = async (key: string) => {
    const head = new HeadObjectCommand(at(key))
    return (await found(() => within(patience.answer, (limit) => s3.send(head, limit))))?.ContentLength
  }
  const upload = async (received: Received, limitMs: number) => {
    const key = keyOf(received.sha256)
    if ((await sizeOf(key)) === received.size) return key
    const { path, size, md5 } = received
    const body = createReadStream(path)
    const put = new PutObjectCommand({ ...at(key), Body: body, ContentLength: size, ContentMD5: md5 })
    await answered(() => within(limitMs, (limit) => s3.send(put, limit))).finally(() => body.destroy())
    return key
  }
  const open: BlobStore['open'] = async (key, range) => {
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    const get = new GetObjectCommand({ ...at(key), ...part })
    const object = await found(() => within(patience.answer, (limit) => reading.send(get, limit)))
    const body = object?.Body
    if (!(body instanceof Readable)) throw missing(key)
    return answered(() => withFirstBytes(notSilent(body, patience.silence)))
  }
  return {
    ...room,
    prepare: async (received) => void (await upload(received, patience.sending)),
    keep: async (received) => {
      const key = await upload(received, patience.sendingAgain)
      await room.discard(received)
      return key
    },
    open,
    openToSend: async (key, { range, length }) => ofLength(await open(key, range), length),
    lend: async (key, use) => {
      const lent = await room.receive(await open(key), LENT_MAX_BYTES)
      try {
        return await use(lent.path)
      } finally {
        await rm(lent.path, { force: true })
      }
    },
    sizeOf,
    remove: async (key) => {
      const gone = new DeleteObjectCommand(at(key))
      await unlessRefused(() => within(patience.answer, (limit) => removing.send(gone, limit)))
    },
    keysBefore: async function* (moment) {
      for (let after: string | undefined; ; ) {
        const list = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: place.prefix,
          ContinuationToken: after,
        })
        const page = await answered(() => within(patience.answer, (limit) => s3.send(list, limit)))
        const old = (page.Contents ?? []).filter(
          ({ LastModified }) => LastModified !== undefined && LastModified < moment,
        )
        // A bucket may hold what is not ours.
        const keys = old.map(({ Key = '' }) => Key.slice(place.prefix.length)).filter(isKey)
        if (keys.length > 0) yield keys
        after = page.NextContinuationToken
        if (after === undefined) return
      }
    },
    close: () => {
      s3.destroy()
      reading.destroy()
      removing.destroy()
    },
  }
}

function missing(key: string): Error {
  return Object.assign(new Error(`no such blob: ${key}`), { code: 'ENOENT' })
}
