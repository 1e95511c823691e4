import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchBucket,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { AppError } from '#server/core/app-error.ts'
import type { S3Place } from '#server/core/config.ts'
import { type BlobStore, checkedKey, isKey, keyOf, type Received } from './blob-store.ts'
import { withFirstBytes } from './first-bytes.ts'
import { ofLength } from './of-length.ts'
import { openWaitingRoom } from './waiting-room.ts'

const CONNECT_MS = 3000
/** The longest silence of the store. */
const ANSWER_MS = 30_000
/** The longest that sending a file may take. */
const SENDING_MS = 5 * 60_000
/** A lent file is at most what may be uploaded, with room. */
const LENT_MAX_BYTES = 1024 * 1024 * 1024

/**
 * Keeps blobs as objects of a bucket (S3's protocol); what arrives is measured and inspected on this machine's disk
 * first. The store checks what it gets by its MD5; an object is whole or not there.
 */
export async function openS3Store(place: S3Place, folder: string): Promise<BlobStore> {
  const room = await openWaitingRoom(folder)
  const { bucket, endpoint, region, credentials } = place
  const s3 = new S3Client({
    region,
    // Else streamed bodies are stored with the frames of their chunks by some servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: SENDING_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
  })
  const at = (key: string) => ({ Bucket: bucket, Key: place.prefix + checkedKey(key) })

  const sizeOf = async (key: string) => {
    const head = new HeadObjectCommand(at(key))
    return (await found(() => s3.send(head)))?.ContentLength
  }
  const upload = async (received: Received) => {
    const key = keyOf(received.sha256)
    if ((await sizeOf(key)) === received.size) return key
    const { path, size, md5 } = received
    const body = createReadStream(path)
    const put = new PutObjectCommand({ ...at(key), Body: body, ContentLength: size, ContentMD5: md5 })
    await answered(() => s3.send(put)).finally(() => body.destroy())
    return key
  }
  const open: BlobStore['open'] = async (key, range) => {
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    const get = new GetObjectCommand({ ...at(key), ...part })
    const object = await found(() => s3.send(get))
    const body = object?.Body
    if (!(body instanceof Readable)) throw missing(key)
    return answered(() => withFirstBytes(body))
  }
  return {
    ...room,
    prepare: async (received) => void (await upload(received)),
    keep: async (received) => {
      const key = await upload(received)
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
      await answered(() => s3.send(gone))
    },
    keysBefore: async function* (moment) {
      for (let after: string | undefined; ; ) {
        const page = await answered(() =>
          s3.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: place.prefix, ContinuationToken: after }),
          ),
        )
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
    close: () => s3.destroy(),
  }
}

/** The answer about an object; undefined when there is none. */
async function found<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return answered(() =>
    ask().catch((error: unknown) => {
      // A bucket that is not there is a fault of the set-up, not an answer.
      if (statusOf(error) === 404 && !(error instanceof NoSuchBucket)) return undefined
      throw error
    }),
  )
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const refusal = new AppError('unavailable', 'The store of files does not answer. Try again in a moment.')
    refusal.retryAfter = 5
    refusal.cause = error
    throw refusal
  }
}

/** The HTTP status within an error of the client library. */
function statusOf(error: unknown): number | undefined {
  const metadata: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}

function missing(key: string): Error {
  return Object.assign(new Error(`no such blob: ${key}`), { code: 'ENOENT' })
}
